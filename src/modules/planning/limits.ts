/** What whoever makes a plan has to keep to; lengths in characters. */
export const MAX_TITLE = 200;
export const MAX_WORDS = 2_000;
export const MAX_WORKOUTS_A_WEEK = 21;
export const MAX_SEGMENTS = 100;
export const MAX_TIMES = 100;
/** The largest measure that activities are stored with as well. */
export const MAX_MEASURE = 1e9;
