import type { Weekday } from '../../shared/calendar.ts';
import type { WorkoutType } from '../workout-types.ts';

/**
 * A kind of workouts, or `speed`: running faster than threshold pace, and intervals and fartleks at any pace. Hills and strides have
 * names of their own.
 */
export type Excluded = WorkoutType | 'speed';

export const RACE_PRIORITIES = ['a', 'b', 'c'] as const;
export type RacePriority = (typeof RACE_PRIORITIES)[number];

export const INJURED_RUNNING = ['none', 'easy_only', 'no_hills', 'no_speed'] as const;
export type InjuredRunning = (typeof INJURED_RUNNING)[number];

/** A race beside the goal race. `a` and `b` have a taper and a recovery, `c` is part of training. */
export type AskedRace = {
  readonly date: string;
  readonly distance_m: number;
  readonly priority: RacePriority;
  readonly target_time_s: number | null;
};

/** Days from the first to the last, both inclusive. */
export type Unavailable = { readonly from: string; readonly to: string; readonly reason: string | null };

/** Without a last day the injury lasts until further notice. */
export type Injury = {
  readonly area: string;
  readonly from: string;
  readonly to: string | null;
  readonly running: InjuredRunning;
};

/** The constraints that a coach set in fields. Null and empty mean no constraint. */
export type Constraints = {
  readonly days_off: readonly Weekday[];
  readonly long_run_day: Weekday | null;
  /** From 1 to 7; the training days are chosen by it before anything else is planned. */
  readonly days_per_week: number | null;
  readonly max_weekly_distance_m: number | null;
  readonly first_week_distance_m: number | null;
  readonly longest_run_m: number | null;
  /** Easy and long runs cannot be excluded. */
  readonly exclude: readonly Excluded[];
  readonly unavailable: readonly Unavailable[];
  readonly races: readonly AskedRace[];
  readonly injuries: readonly Injury[];
};

export const NO_CONSTRAINTS: Constraints = {
  days_off: [],
  long_run_day: null,
  days_per_week: null,
  max_weekly_distance_m: null,
  first_week_distance_m: null,
  longest_run_m: null,
  exclude: [],
  unavailable: [],
  races: [],
  injuries: [],
};

/** Whether a day has an injury that restricts running in one of these ways. */
export function isInjured(
  { injuries }: Pick<Constraints, 'injuries'>,
  date: string,
  ways: readonly InjuredRunning[],
): boolean {
  return injuries.some(
    ({ from, to, running }) => ways.includes(running) && date >= from && (to === null || date <= to),
  );
}
