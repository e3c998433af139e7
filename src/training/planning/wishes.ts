import type { Weekday } from '../../shared/calendar.ts';
import type { WorkoutType } from '../workout-types.ts';

/** What a coach asked for in words, as far as it was understood. Null and empty are no wish. */
export type Wishes = {
  readonly days_off: readonly Weekday[];
  readonly long_run_day: Weekday | null;
  /** From 1 to 7; the training days are chosen by it before anything is planned. */
  readonly days_per_week: number | null;
  /** Metres of the largest and of the first week. */
  readonly most_weekly_m: number | null;
  readonly first_week_m: number | null;
  /** Metres of the longest run. */
  readonly longest_run_m: number | null;
  /** Kinds of workouts that are not wanted; easy and long runs can not be left out. */
  readonly without: readonly WorkoutType[];
};

export const NO_WISHES: Wishes = {
  days_off: [],
  long_run_day: null,
  days_per_week: null,
  most_weekly_m: null,
  first_week_m: null,
  longest_run_m: null,
  without: [],
};
