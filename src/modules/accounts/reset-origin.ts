/** Where a new password is asked for, and so where it is to be set. */
export const RESET_ORIGINS = ['app', 'web'] as const;
export type ResetOrigin = (typeof RESET_ORIGINS)[number];
