/** Where a new password is requested and so set. */
export const RESET_ORIGINS = ['app', 'web'] as const;
export type ResetOrigin = (typeof RESET_ORIGINS)[number];
