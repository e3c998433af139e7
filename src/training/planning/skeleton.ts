import type { Weekday } from '../../shared/calendar.ts';
import type { Phase } from './plan.ts';

/** What a day of a plan is for, before anybody says how. */
const DAY_ROLES = ['easy', 'long', 'quality', 'recovery', 'cross', 'race'] as const;
export type DayRole = (typeof DAY_ROLES)[number];

export type SkeletonDay = { readonly date: string; readonly day: Weekday; readonly role: DayRole };

export type SkeletonWeek = {
  /** From 1. */
  readonly number: number;
  readonly phase: Phase;
  /** Metres of running, without a race. */
  readonly volume_m: number;
  /** Metres of its longest run; 0 where it has none. */
  readonly long_run_m: number;
  /** By date. */
  readonly days: readonly SkeletonDay[];
};
