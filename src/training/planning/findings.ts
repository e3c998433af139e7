import type { Weekday } from '../../shared/calendar.ts';
import type { PlanNumbers } from './brief.ts';

/**
 * The possible findings about a plan. Their words, in every language, are in the module that shows them. The comments say what `found`
 * and `allowed` are; where there is no comment, both are null.
 */
export const FINDING_CODES = [
  'week_missing',
  'week_unknown',
  'workout_missing',
  'workout_twice',
  'id_repeated',
  /** Workouts are not ordered by date; both numbers are null. */
  'order_wrong',
  'day_not_allowed',
  /** Date, weekday and week contradict each other; both numbers are null. */
  'date_wrong',
  'segment_shape',
  /** Metres: `found` is the workout's own sum, `allowed` that of its segments. */
  'sum_wrong',
  /** Seconds, as for `sum_wrong`. */
  'time_sum_wrong',
  /** The number in its own unit, and the limit that it passes, which is a minimum where it is too small. */
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
  /** Days from one hard day to the next. */
  'hard_days_too_close',
  /** Seconds at marathon pace and faster. */
  'hard_share',
  /** Metres of one intensity in one workout. */
  'session_cap',
  /** Metres of the days before a race. */
  'taper_shallow',
  /** Days from a long run to a race. */
  'long_run_before_race',
  /** Metres of seven days after a race; where the finding has a date, days from the race to that hard day. */
  'race_recovery',
  /** Metres of the workout that stands in for the race; null where there is none. */
  'race_missing',
  /** Seconds a kilometre: the end that is wrong, and what it should be. */
  'pace_target',
  /** Beats a minute, as for `pace_target`. */
  'heart_rate_target',
  /** An effort from 1 to 10, as for `pace_target`. */
  'effort_target',
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** A rule that a plan breaks: where, by how much, and what would be allowed. */
export type Finding = {
  readonly code: FindingCode;
  /** 0 where the finding is not about a single week. */
  readonly week_number: number;
  readonly date: string | null;
  /** What was found and what the rule allows, in the unit of the rule; null where it has no number. */
  readonly found: number | null;
  readonly allowed: number | null;
};

export type CheckContext = PlanNumbers & {
  /** Training days of single weeks that differ from `workout_days`, by week number; they come from a coach's edits. */
  readonly days_of_weeks?: Readonly<Record<number, readonly Weekday[]>>;
  readonly weeks_so_far?: number;
};
