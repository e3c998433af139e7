import type { WorkoutType } from '../workout-types.ts';
import type { ExperienceLevel } from './plan.ts';

/**
 * What no plan may go beyond: the numbers that both the engines plan by and the check holds them to. Volume is metres of running
 * without races.
 */

/**
 * A week against the mean of the two building weeks before it (of the last weeks that were run, for the first of a plan). That
 * a tenth is safe is custom, not proven (Buist 2008: 20.8 against 20.3 % injured); more than custom is not planned.
 */
export const MOST_GROWTH: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 1.1,
  intermediate: 1.15,
  advanced: 1.15,
};
/** So many metres more are allowed to anybody: a tenth of little is nothing. */
export const GROWTH_OF_LITTLE_M = 1_000;

/** After at most three building weeks follows a lighter one, of at most so much of the week before it. */
export const MOST_BUILDING_WEEKS = 3;
export const MOST_OF_RECOVERY_WEEK = 0.8;

/** The weeks before a race, the race's own last, in shares of the largest week before them (Bosquet 2007: 41 to 60 % less). */
export const TAPER_SHARES: Readonly<Record<'long' | 'short', readonly number[]>> = {
  /** Half marathon and marathon. */
  long: [0.75, 0.5],
  /** 5 and 10 km. */
  short: [0.6],
};

/** The long run as a share of the week's volume, by how many days of running the week has: Daniels' 30 % needs at least six. */
export const MOST_OF_LONG_RUN: readonly number[] = [1, 1, 0.6, 0.45, 0.38, 0.33, 0.3, 0.3];
/** Daniels: 150 minutes. */
export const LONGEST_RUN_S = 150 * 60;

/** Types that are hard days: at most three a week, and two days from one to the next at least. */
export const HARD_TYPES: ReadonlySet<WorkoutType> = new Set([
  'tempo',
  'intervals',
  'hills',
  'race-pace',
  'fartlek',
  'race',
]);
export const MOST_HARD_DAYS = 3;
export const LEAST_DAYS_BETWEEN_HARD = 2;

/** Time at marathon pace and faster, of all running of a week without its race: about four fifths are easy (Seiler). */
export const MOST_HARD_TIME = 0.2;

/**
 * What one session has of an intensity, as a share of the week's volume and in metres (Daniels' Running Formula); `least_m` is
 * allowed in the smallest week.
 */
export const SESSION_CAPS = {
  threshold: { share: 0.1, least_m: 2_000, most_m: 15_000 },
  interval: { share: 0.08, least_m: 1_600, most_m: 10_000 },
  repetition: { share: 0.05, least_m: 800, most_m: 8_000 },
} as const;
/** Marathon pace: 110 minutes or 29 km. */
export const MARATHON_PACE_CAP = { most_m: 29_000, most_s: 110 * 60 } as const;
