/** Plans, calendars and coaches read all of somebody's entries at once. */
export const MAX_ENTRIES = 500;
export const MAX_INJURIES = 200;
/** A year, a leap year's too. */
export const MAX_DAYS = 366;
/** How far ahead anything can be told. */
export const DAYS_AHEAD = 730;
/** How long ago an injury may have begun. */
export const DAYS_BACK = 3_650;
export const MAX_REASON = 500;
export const MAX_AREA = 200;
/** A day has no more. */
export const MAX_MINUTES = 1_440;
