import type { GoalEvent } from './brief.ts';
import type { ExperienceLevel } from './plan.ts';

/**
 * What runners of a level usually run for a goal, in metres: where a plan starts when nothing is known of the runner, and where
 * it stops growing. Judgement, in the middle of what published plans for these levels have; the limits that must hold are in
 * `limits.ts`.
 */
export type Norm = {
  /** First week. */
  readonly start_m: number;
  /** Largest week. */
  readonly ceiling_m: number;
  /** Longest run. */
  readonly longest_m: number;
};

export const NORMS: Readonly<Record<ExperienceLevel, Readonly<Record<GoalEvent, Norm>>>> = {
  beginner: {
    '5k': { start_m: 12_000, ceiling_m: 28_000, longest_m: 9_000 },
    '10k': { start_m: 15_000, ceiling_m: 34_000, longest_m: 13_000 },
    half_marathon: { start_m: 20_000, ceiling_m: 42_000, longest_m: 18_000 },
    marathon: { start_m: 20_000, ceiling_m: 56_000, longest_m: 29_000 },
    general: { start_m: 12_000, ceiling_m: 30_000, longest_m: 12_000 },
  },
  intermediate: {
    '5k': { start_m: 28_000, ceiling_m: 48_000, longest_m: 14_000 },
    '10k': { start_m: 30_000, ceiling_m: 55_000, longest_m: 17_000 },
    half_marathon: { start_m: 36_000, ceiling_m: 64_000, longest_m: 21_000 },
    marathon: { start_m: 40_000, ceiling_m: 76_000, longest_m: 32_000 },
    general: { start_m: 26_000, ceiling_m: 48_000, longest_m: 17_000 },
  },
  advanced: {
    '5k': { start_m: 50_000, ceiling_m: 85_000, longest_m: 18_000 },
    '10k': { start_m: 54_000, ceiling_m: 95_000, longest_m: 21_000 },
    half_marathon: { start_m: 58_000, ceiling_m: 105_000, longest_m: 25_000 },
    marathon: { start_m: 60_000, ceiling_m: 125_000, longest_m: 35_000 },
    general: { start_m: 46_000, ceiling_m: 80_000, longest_m: 21_000 },
  },
};

/** Hours of running in the largest week: who is slow covers less in a week that is as hard. */
export const MOST_HOURS: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 7,
  intermediate: 9,
  advanced: 12,
};

/** From one building week to the next. Three such weeks stay within `MOST_GROWTH` of the mean of two. */
export const USUAL_GROWTH: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 0.065,
  intermediate: 0.075,
  advanced: 0.065,
};

/**
 * Of the share of the week that a long run may have (`MOST_OF_LONG_RUN`): at the start of a cycle, and at its end. What is left is
 * the coach's: a shorter run beside it, or one less, is still a week within the rules.
 */
export const USED_OF_LONG_RUN = { start: 0.84, end: 0.92 } as const;
/** Of marathoners, for whom no other run of the week counts as much. */
export const USED_OF_LONG_RUN_MARATHON = { start: 0.87, end: 0.97 } as const;

/** Metres below which a run is not worth the shoes; weeks with less for each have fewer runs. */
const LEAST_RUN_M: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 2_500,
  intermediate: 3_500,
  advanced: 4_500,
};

/** How many runs a week of this volume has, from the days there are; the others are for what is not running. */
export function runsOfWeek(level: ExperienceLevel, days: number, volume_m: number): number {
  const worthwhile = Math.max(1, Math.floor(volume_m / LEAST_RUN_M[level]));
  return Math.min(days, worthwhile, mostRuns(level, volume_m));
}

function mostRuns(level: ExperienceLevel, volume_m: number): number {
  if (level === 'beginner') return volume_m < 28_000 ? 4 : volume_m < 48_000 ? 5 : 6;
  if (level === 'intermediate') return volume_m < 36_000 ? 5 : volume_m < 70_000 ? 6 : 7;
  return volume_m < 56_000 ? 6 : 7;
}
