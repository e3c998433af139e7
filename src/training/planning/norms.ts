import type { GoalEvent } from './brief.ts';
import type { ExperienceLevel } from './plan.ts';

/**
 * What runners of a level usually run for a goal, in metres: where a plan starts when nothing is known of the runner, and where it stops
 * growing. The values are judgement, in the middle of published plans for these levels; the limits that must hold are in `limits.ts`.
 */
export type Norm = {
  /** Metres of the first week. */
  readonly start_m: number;
  /** Metres of the largest week. */
  readonly ceiling_m: number;
  /** Metres of the longest run. */
  readonly longest_m: number;
};

export const NORMS: Readonly<Record<ExperienceLevel, Readonly<Record<GoalEvent, Norm>>>> = {
  beginner: {
    '5k': { start_m: 10_000, ceiling_m: 19_000, longest_m: 8_000 },
    '10k': { start_m: 15_000, ceiling_m: 25_000, longest_m: 13_000 },
    half_marathon: { start_m: 20_000, ceiling_m: 42_000, longest_m: 18_000 },
    marathon: { start_m: 20_000, ceiling_m: 56_000, longest_m: 29_000 },
    '50k': { start_m: 24_000, ceiling_m: 64_000, longest_m: 32_000 },
    '100k': { start_m: 25_000, ceiling_m: 80_000, longest_m: 38_000 },
    general: { start_m: 12_000, ceiling_m: 30_000, longest_m: 12_000 },
  },
  intermediate: {
    '5k': { start_m: 28_000, ceiling_m: 48_000, longest_m: 14_000 },
    '10k': { start_m: 30_000, ceiling_m: 55_000, longest_m: 17_000 },
    half_marathon: { start_m: 36_000, ceiling_m: 64_000, longest_m: 20_000 },
    marathon: { start_m: 42_000, ceiling_m: 76_000, longest_m: 32_000 },
    '50k': { start_m: 42_000, ceiling_m: 84_000, longest_m: 34_000 },
    '100k': { start_m: 44_000, ceiling_m: 100_000, longest_m: 42_000 },
    general: { start_m: 26_000, ceiling_m: 48_000, longest_m: 17_000 },
  },
  advanced: {
    '5k': { start_m: 50_000, ceiling_m: 85_000, longest_m: 16_000 },
    '10k': { start_m: 54_000, ceiling_m: 95_000, longest_m: 19_000 },
    half_marathon: { start_m: 58_000, ceiling_m: 105_000, longest_m: 22_000 },
    marathon: { start_m: 50_000, ceiling_m: 125_000, longest_m: 32_000 },
    '50k': { start_m: 60_000, ceiling_m: 125_000, longest_m: 36_000 },
    '100k': { start_m: 64_000, ceiling_m: 140_000, longest_m: 45_000 },
    general: { start_m: 46_000, ceiling_m: 80_000, longest_m: 20_000 },
  },
};

/** Hours of running in the largest week, since a slow runner covers less distance in an equally hard week. */
export const MOST_HOURS: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 7,
  intermediate: 9,
  advanced: 12,
};
/** A factor for `MOST_HOURS`, since ultramarathons need more hours. */
export const MORE_HOURS: Readonly<Partial<Record<GoalEvent, number>>> = { '50k': 1.1, '100k': 1.3 };

export const USUAL_GROWTH: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 0.09,
  intermediate: 0.09,
  advanced: 0.08,
};

/** The least metres of a run that is worth doing; smaller weeks have fewer runs. */
const LEAST_RUN_M: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 2_500,
  intermediate: 3_500,
  advanced: 4_500,
};

/** The number of runs in a week of this volume, at most the given days; the other days are for training other than running. */
export function runsOfWeek(level: ExperienceLevel, days: number, volume_m: number): number {
  const worthwhile = Math.max(1, Math.floor(volume_m / LEAST_RUN_M[level]));
  return Math.min(days, worthwhile, mostRuns(level, volume_m));
}

function mostRuns(level: ExperienceLevel, volume_m: number): number {
  if (level === 'beginner') return volume_m < 28_000 ? 4 : volume_m < 48_000 ? 5 : 6;
  if (level === 'intermediate') return volume_m < 36_000 ? 5 : volume_m < 70_000 ? 6 : 7;
  return volume_m < 56_000 ? 6 : 7;
}
