import type { WorkoutType } from '../workout-types.ts';
import type { ExperienceLevel } from './plan.ts';
import type { ZoneName } from './zone-names.ts';

/** The limits of a plan: both the engines and the check use these numbers. Volume is metres of running without races. */

/**
 * The growth of a week over the best of the four weeks before it, including weeks of the runner's history: published plans have 7 to 22
 * %. That a tenth is safe is custom, and no trial supports it (Buist 2008, Nielsen 2014, Damsted 2019).
 */
export const MOST_GROWTH = 1.2;
/** The number of earlier weeks that show what a runner is used to. */
export const WEEKS_LOOKED_BACK = 4;
/** The number of earlier days that are searched for the longest run. */
export const DAYS_LOOKED_BACK = 30;
/** This many more metres are always allowed, since a fifth of a small week is nothing. */
export const GROWTH_OF_LITTLE_M = 3_000;
/** A week of this many metres is never a jump for a runner of the level, even after weeks without running. */
export const FREE_WEEK_M: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 10_000,
  intermediate: 15_000,
  advanced: 20_000,
};
export const TYPICAL_WEEK_M: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 25_000,
  intermediate: 45_000,
  advanced: 65_000,
};
export const TYPICAL_LONGEST_M: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 8_000,
  intermediate: 14_000,
  advanced: 18_000,
};

/**
 * The growth of a run over the longest of the four weeks before it, including races (and the history, until the plan is four weeks old):
 * running much farther in one go than in the last 30 days goes with injury, more clearly than a week's growth does (Frandsen et al., Br J
 * Sports Med 2025: 5,205 runners). Two kilometres more are always allowed, since short runs could not grow otherwise.
 */
export const MOST_LONG_RUN_GROWTH = 1.1;
export const LONG_RUN_GROWTH_OF_LITTLE_M = 2_000;
export const FREE_RUN_M: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 5_000,
  intermediate: 8_000,
  advanced: 12_000,
};

/**
 * The most weeks in a row without a lighter one. A week is lighter where it has at most `MOST_OF_LIGHT_WEEK` of the best of the three
 * before it, or a longest run of at most `MOST_OF_LIGHT_LONG_RUN` of theirs. Weeks are counted from the first of the plan. Weeks of the
 * taper, the one after a race, and any week below `LIGHT_WEEK_M` are always lighter ones.
 */
export const MOST_BUILDING_WEEKS: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 3,
  intermediate: 3,
  advanced: 4,
};
export const MOST_OF_LIGHT_WEEK = 0.9;
export const MOST_OF_LIGHT_LONG_RUN = 0.8;
export const LIGHT_WEEK_M = 10_000;

/** The goal race may be this much longer than its event because of a warm-up, and shorter only by rounding. */
export const MOST_BESIDE_RACE_M = 10_000;
/** The least days between two races, the goal race among them. */
export const LEAST_DAYS_BETWEEN_RACES = 14;

/** The types that are hard days, including the race. Hard days are at least two days apart. */
export const HARD_TYPES: ReadonlySet<WorkoutType> = new Set([
  'tempo',
  'intervals',
  'hills',
  'race-pace',
  'fartlek',
  'race',
]);
/** Any other run with more than ten minutes at marathon pace and faster is also a hard day. */
export const HARD_DAY_FROM_S = 10 * 60;
/** Hard days a week beside the long run. */
export const MOST_HARD_DAYS: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 2,
  intermediate: 2,
  advanced: 3,
};
export const LEAST_DAYS_BETWEEN_HARD = 2;

/**
 * The most time at marathon pace and faster, without races, since about four fifths are easy (Seiler). It is a share of the largest
 * running time among the week and the four before it, so that a lighter week can keep its key workout.
 */
export const MOST_HARD_TIME = 0.2;
/** This much is allowed in the smallest week. */
export const HARD_TIME_OF_LITTLE_S = 20 * 60;

/**
 * The most of an intensity in one workout, in metres and as a share of the usual week, which is the week or the largest of the four
 * before it (Daniels' Running Formula); `least_m` is always allowed. Races have no caps.
 */
export const SESSION_CAPS = {
  marathon: { share: 0.2, least_m: 3_000, most_m: 29_000 },
  threshold: { share: 0.1, least_m: 2_000, most_m: 15_000 },
  interval: { share: 0.08, least_m: 1_600, most_m: 10_000 },
  repetition: { share: 0.05, least_m: 800, most_m: 8_000 },
} as const;
/** The cap towards which a zone counts. Daniels has none for the paces of 10 km and half marathon; each counts as his next harder one. */
export const CAP_OF_ZONE: Readonly<Partial<Record<ZoneName, keyof typeof SESSION_CAPS>>> = {
  marathon: 'marathon',
  half_marathon: 'threshold',
  threshold: 'threshold',
  '10k': 'interval',
  interval: 'interval',
  repetition: 'repetition',
};
export const PLAUSIBLE = {
  /** Limits of a stretch. A slow 100 km race takes a night and a day. */
  stretch_s: { minimum: 5, maximum: 24 * 3_600 },
  stretch_m: { minimum: 10, maximum: 100_000 },
  times: { minimum: 1, maximum: 100 },
  /** The number of segments on each level. */
  segments: { minimum: 1, maximum: 100 },
  /** The depth of repeats: sets may be repeated, and nothing deeper. */
  repeats_deep: 2,
  workout_s: { minimum: 5 * 60 },
  other_workout_s: { maximum: 3 * 3_600 },
  effort: { minimum: 1, maximum: 10 },
} as const;
