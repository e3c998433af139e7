import type { Weekday } from '../../shared/calendar.ts';
import type { PlanNumbers } from './brief.ts';

/** What can be wrong with a plan. The words for each, in every language, are in the module that shows them. */
export const FINDING_CODES = [
  'week_missing',
  'week_unknown',
  'workout_missing',
  'workout_twice',
  'day_not_allowed',
  'date_wrong',
  'segment_shape',
  'sum_wrong',
  'number_implausible',
  'weekly_info_wrong',
  'growth',
  'no_recovery_week',
  'long_run_share',
  'long_run_time',
  'hard_days',
  'hard_days_too_close',
  'hard_share',
  'session_cap',
  'no_taper',
  'race_missing',
  'pace_target',
  'heart_rate_target',
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

/** What a plan is held against. */
export type CheckContext = PlanNumbers & {
  /** Days of single weeks that differ from `workout_days`, by week number: a coach's edits say so. */
  readonly days_of_weeks?: Readonly<Record<number, readonly Weekday[]>>;
  /** Only so many weeks are there yet: what comes later is not missed. */
  readonly weeks_so_far?: number;
};
