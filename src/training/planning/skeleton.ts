import type { Weekday } from '../../shared/calendar.ts';
import type { DayLimits } from './day-limits.ts';
import type { Phase } from './plan.ts';

const DAY_ROLES = ['easy', 'long', 'quality', 'recovery', 'cross', 'race'] as const;
export type DayRole = (typeof DAY_ROLES)[number];

export type PlacedDay = { readonly date: string; readonly day: Weekday; readonly role: DayRole };

export type SkeletonDay = PlacedDay & {
  /** The planned metres of running of the day; those of a week add up to its volume. 0 for a race and for training other than running. */
  readonly run_m: number;
  /**
   * Days with the same number share their metres: what one of them leaves, another may take. A race divides a week, since running that
   * was left out before it must not be made up after it. 0 where no race is near.
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
