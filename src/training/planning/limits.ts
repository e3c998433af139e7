import type { WorkoutType } from '../workout-types.ts';
import type { ExperienceLevel } from './plan.ts';
import type { ZoneName } from './zone-names.ts';

/**
 * What no plan may go beyond: the numbers that both the engines plan by and the check holds them to. Volume is metres of running
 * without races.
 */

/**
 * A week against the best of the four weeks before it, weeks of the runner's history among them: published plans have 7 to 22 % more.
 * That a tenth is safe is custom, and no trial supports it (Buist 2008, Nielsen 2014, Damsted 2019).
 */
export const MOST_GROWTH = 1.2;
/** How many weeks back what somebody is used to is looked for. */
export const WEEKS_LOOKED_BACK = 4;
/** And days back, for the longest run. */
export const DAYS_LOOKED_BACK = 30;
/** So many metres more are allowed to anybody: a fifth of little is nothing. */
export const GROWTH_OF_LITTLE_M = 3_000;
/** A week of so many metres is a jump for nobody of the level, also after weeks without running. */
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
 * A run against the longest of the four weeks before it, races among them (until the plan is four weeks old, against that of the
 * history too): running much farther in one go than in the last 30 days goes with injury, more clearly than a week's growth does (Frandsen
 * et al., Br J Sports Med 2025: 5,205 runners). Two kilometres more are always allowed, or nobody would get anywhere from little.
 */
export const MOST_LONG_RUN_GROWTH = 1.1;
export const LONG_RUN_GROWTH_OF_LITTLE_M = 2_000;
export const FREE_RUN_M: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 5_000,
  intermediate: 8_000,
  advanced: 12_000,
};

/**
 * So many weeks in a row at most without a lighter one: of at most so much of the best of the three before it, or with a longest run of
 * at most so much of theirs. Weeks are counted from the first of the plan; those of the taper and the one after a race are lighter ones by
 * themselves, and so is any below `LIGHT_WEEK_M`.
 */
export const MOST_BUILDING_WEEKS: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 3,
  intermediate: 3,
  advanced: 4,
};
export const MOST_OF_LIGHT_WEEK = 0.9;
export const MOST_OF_LIGHT_LONG_RUN = 0.8;
export const LIGHT_WEEK_M = 10_000;

/** The race of the goal may be longer than its event by warming up, and shorter by no more than rounding. */
export const MOST_BESIDE_RACE_M = 10_000;
/** Other races than that of the goal are runs like any other but for their pace. They and it are so many days apart. */
export const LEAST_DAYS_BETWEEN_RACES = 14;

/** Types that are hard days, the race among them: two days from one to the next at least. */
export const HARD_TYPES: ReadonlySet<WorkoutType> = new Set([
  'tempo',
  'intervals',
  'hills',
  'race-pace',
  'fartlek',
  'race',
]);
/** Any other run with more than ten minutes at marathon pace and faster is a hard day too, whatever it is called. */
export const HARD_DAY_FROM_S = 10 * 60;
/** Hard days a week beside the long run. */
export const MOST_HARD_DAYS: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 2,
  intermediate: 2,
  advanced: 3,
};
export const LEAST_DAYS_BETWEEN_HARD = 2;

/**
 * Time at marathon pace and faster, without races: about four fifths are easy (Seiler). Of the largest running time of the week and
 * the four before it, so that a lighter week can keep its key session.
 */
export const MOST_HARD_TIME = 0.2;
/** Allowed in the smallest week. */
export const HARD_TIME_OF_LITTLE_S = 20 * 60;

/**
 * What one session has of an intensity, in metres and as a share of the usual week, which is the week or the largest of the four
 * before it (Daniels' Running Formula); `least_m` is allowed in the smallest week. Races are raced whole and have no caps.
 */
export const SESSION_CAPS = {
  marathon: { share: 0.2, least_m: 3_000, most_m: 29_000 },
  threshold: { share: 0.1, least_m: 2_000, most_m: 15_000 },
  interval: { share: 0.08, least_m: 1_600, most_m: 10_000 },
  repetition: { share: 0.05, least_m: 800, most_m: 8_000 },
} as const;
/** Which cap a zone counts towards. Daniels has none for the paces of 10 km and half marathon: each counts as the next harder one of his. */
export const CAP_OF_ZONE: Readonly<Partial<Record<ZoneName, keyof typeof SESSION_CAPS>>> = {
  marathon: 'marathon',
  half_marathon: 'threshold',
  threshold: 'threshold',
  '10k': 'interval',
  interval: 'interval',
  repetition: 'repetition',
};
export const PLAUSIBLE = {
  /** Of a stretch; a slow 100 km race takes a night and a day. */
  stretch_s: { minimum: 5, maximum: 24 * 3_600 },
  stretch_m: { minimum: 10, maximum: 100_000 },
  times: { minimum: 1, maximum: 100 },
  /** On each level. */
  segments: { minimum: 1, maximum: 100 },
  /** Sets of repeats, and nothing deeper. */
  repeats_deep: 2,
  workout_s: { minimum: 5 * 60 },
  other_workout_s: { maximum: 3 * 3_600 },
  effort: { minimum: 1, maximum: 10 },
} as const;
