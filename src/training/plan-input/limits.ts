/** Limits of plans that are sent or made; lengths in characters. */
export const MAX_TITLE = 200;
export const MAX_WORDS = 2_000;
export const MAX_LABEL = 50;
export const MAX_WORKOUTS_A_WEEK = 21;
export const MAX_SEGMENTS = 100;
export const MAX_TIMES = 100;
/** The largest measure with which activities are stored as well. */
export const MAX_MEASURE = 1e9;
/** Limits of what coaches may ask for, beyond which no plan makes sense. Distances in metres of a run or of a week. */
export const CONSTRAINT_LIMITS = {
  days_per_week: { minimum: 1, maximum: 7 },
  first_week_distance_m: { minimum: 1_000, maximum: 300_000 },
  max_weekly_distance_m: { minimum: 5_000, maximum: 400_000 },
  longest_run_m: { minimum: 2_000, maximum: 100_000 },
} as const;
