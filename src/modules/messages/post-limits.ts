/** What one person writes, wherever they write it: comments, messages, notes and changes of these. */
export const MAX_POSTS_A_MINUTE = 60;
export const MAX_POSTS_AN_HOUR = 600;
