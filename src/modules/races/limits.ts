/** Best times are made of all of somebody's races at once. */
export const MAX_RACES = 1_000;
export const MAX_NAME = 200;
export const MAX_CONDITIONS = 500;
/** How far ahead a race can be. */
export const DAYS_AHEAD = 3_660;
export const DISTANCE_M = { minimum: 100, maximum: 1_000_000 } as const;
/** Ten days. */
export const MAX_TIME_S = 864_000;
/** From here on it is known what nobody runs. */
export const TIMED_FROM_M = 1_000;
