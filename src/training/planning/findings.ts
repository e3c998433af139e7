import type { Weekday } from '../../shared/calendar.ts';
import type { PlanNumbers } from './brief.ts';

/**
 * What can be wrong with a plan. The words for each, in every language, are in the module that shows them. The comment says what
 * `found` and `allowed` are; where it says nothing, both are null.
 */
export const FINDING_CODES = [
  'week_missing',
  'week_unknown',
  'workout_missing',
  'workout_twice',
  'id_repeated',
  /** Workouts that do not stand by date. */
  'order_wrong',
  'day_not_allowed',
  /** Date, weekday and week do not fit each other. */
  'date_wrong',
  'segment_shape',
  /** Metres: what the workout says, and what its segments come to. */
  'sum_wrong',
  /** Seconds, as above. */
  'time_sum_wrong',
  /** The number, in its own unit, and what it may be at most (or at least, where it is too small). */
  'number_implausible',
  'weekly_info_wrong',
  /** Metres of the week. */
  'growth',
  /** Metres of the week's longest run. */
  'long_run_growth',
  /** Metres of the week. */
  'no_recovery_week',
  /** Seconds. */
  'long_run_time',
  /** Days. */
  'hard_days',
  /** Days from one to the next. */
  'hard_days_too_close',
  /** Seconds at marathon pace and faster. */
  'hard_share',
  /** Metres of one intensity in one session. */
  'session_cap',
  /** Metres of the days before a race. */
  'taper_shallow',
  /** Days from a long run to a race. */
  'long_run_before_race',
  /** Metres of the seven days up to one after a race; or, where there is a date, days from the race to that hard day. */
  'race_recovery',
  /** Metres of what is there as the race, if anything is. */
  'race_missing',
  /** Seconds a kilometre: the end that is wrong, and what it should be. */
  'pace_target',
  /** Beats a minute, likewise. */
  'heart_rate_target',
  /** From 1 to 10, likewise. */
  'effort_target',
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** Something about a plan that breaks a rule: where, by how much, and what would be allowed. */
export type Finding = {
  readonly code: FindingCode;
  /** 0 where it is about no single week. */
  readonly week_number: number;
  readonly date: string | null;
  /** What was found and what the rule allows, in the unit of the rule; null where it has no number. */
  readonly found: number | null;
  readonly allowed: number | null;
};

export type CheckContext = PlanNumbers & {
  /** Days of single weeks that differ from `workout_days`, by week number: a coach's edits say so. */
  readonly days_of_weeks?: Readonly<Record<number, readonly Weekday[]>>;
  readonly weeks_so_far?: number;
};
