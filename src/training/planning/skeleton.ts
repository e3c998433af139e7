import type { Weekday } from '../../shared/calendar.ts';
import type { DayLimits } from './day-limits.ts';
import type { Phase } from './plan.ts';

const DAY_ROLES = ['easy', 'long', 'quality', 'recovery', 'cross', 'race'] as const;
export type DayRole = (typeof DAY_ROLES)[number];

export type PlacedDay = { readonly date: string; readonly day: Weekday; readonly role: DayRole };

export type SkeletonDay = PlacedDay & {
  /** Metres of running that are meant for it; those of a week come to its volume. 0 of a race and of what is no running. */
  readonly run_m: number;
  /**
   * Days of the same number share what one of them leaves or takes. A race cuts a week: what is not run before it is not run after
   * it. 0 where there is none near.
   */
  readonly part: number;
  readonly limits: DayLimits;
};

export type SkeletonWeek = {
  /** From 1. */
  readonly number: number;
  readonly phase: Phase;
  /** Metres of running, without races. */
  readonly volume_m: number;
  /** Metres of its longest run; 0 where it has none. */
  readonly long_run_m: number;
  readonly days: readonly SkeletonDay[];
};
