import type { WorkoutType } from '../workout-types.ts';
import type { GoalEvent } from './brief.ts';
import type { ExperienceLevel } from './plan.ts';
import type { ZoneName } from './zone-names.ts';

/**
 * What no plan may go beyond: the numbers that both the engines plan by and the check holds them to. Volume is metres of running
 * without races.
 */

/**
 * A week against the mean of the two largest of the four weeks before it, weeks of the runner's history among them: with three
 * building weeks and a lighter one these are the two building weeks before it, and after a race or an illness the way back is not
 * a single step. That a tenth is safe is custom, not proven (Buist 2008: 20.8 against 20.3 % injured); more than custom is not planned.
 */
export const MOST_GROWTH: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 1.1,
  intermediate: 1.15,
  advanced: 1.15,
};
/** How many weeks back what somebody is used to is looked for. */
export const WEEKS_LOOKED_BACK = 4;
/** So many metres more are allowed to anybody: a tenth of little is nothing. */
export const GROWTH_OF_LITTLE_M = 1_000;
/** A week of so many metres is a jump for nobody of the level, also after weeks without running. */
export const FREE_WEEK_M: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 10_000,
  intermediate: 15_000,
  advanced: 20_000,
};
/** The largest first week for whoever nothing is known of: about what coaches expect of the level before a plan begins. */
export const UNKNOWN_WEEK_M: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 20_000,
  intermediate: 40_000,
  advanced: 60_000,
};

/**
 * The same for the load of running, which also knows how hard it was: a little more than for metres, or a week could never get
 * its first quality session; too little for more metres and more quality at once. What is known of weeks before the plan is metres, taken as easy.
 */
export const MOST_LOAD_GROWTH: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 1.15,
  intermediate: 1.2,
  advanced: 1.2,
};
/** Points: 25 minutes of easy running. */
export const LOAD_OF_LITTLE = 25;

/**
 * The longest run against the longest of the four weeks before it (until the plan is four weeks old, against that of the history
 * too): running much farther in one go than in the last 30 days goes with injury, more clearly than a week's growth does (Frandsen
 * et al., Br J Sports Med 2025: 5,205 runners). Their tenth would make 5 km runners wait for months, so that some kilometres are always allowed.
 */
export const MOST_LONG_RUN_GROWTH = 1.2;
export const LONG_RUN_GROWTH_OF_LITTLE_M = 3_000;
/** A run of so many metres is a jump for nobody of the level. */
export const FREE_RUN_M: Readonly<Record<ExperienceLevel, number>> = {
  beginner: 5_000,
  intermediate: 8_000,
  advanced: 12_000,
};

/**
 * After at most three building weeks follows a lighter one, of at most so much of the largest of them, which is the last where they
 * grow. What is lighter is so against the three weeks before, so that the way back from a race is not building yet. Weeks are counted from
 * the first of the plan; those of the taper and after a race are lighter ones by themselves, and so is any of `LIGHT_WEEK_M`.
 */
export const MOST_BUILDING_WEEKS = 3;
export const MOST_OF_RECOVERY_WEEK = 0.8;
/** No lighter week, taper or week after a race has to be smaller than this. */
export const LIGHT_WEEK_M = 5_000;

/**
 * The weeks before a race, the race's own last, in shares of the largest week before them (Bosquet 2007: 41 to 60 % less). The
 * largest is that of the six weeks before the taper, of which the last four of the history may be part; of whoever nothing is
 * known it is `UNKNOWN_WEEK_M`. A race on the first three days of a week of the plan leaves that week no room to taper: then the weeks before it have these
 * shares, and its own the last of them again. A race after the plan's end is tapered for as far as the plan reaches.
 */
export const TAPER_SHARES: Readonly<Record<'long' | 'short', readonly number[]>> = {
  /** Half marathon and marathon. */
  long: [0.75, 0.5],
  /** 5 and 10 km. */
  short: [0.6],
};
export const WEEKS_OF_PEAK = 6;
/** Days of the race's own week before the race, from which on that week is the last of the taper. */
export const LEAST_DAYS_OF_RACE_WEEK = 3;

/** The weeks after the race's own, in shares of the same. */
export const AFTER_RACE_SHARES: Readonly<Record<GoalEvent, readonly number[]>> = {
  '5k': [],
  '10k': [],
  half_marathon: [0.75],
  marathon: [0.5, 0.75],
  general: [],
};
/** After a race one day without hard running for each so many metres of it (Daniels): 2 for 5 km, 14 for a marathon. */
export const RACE_M_PER_EASY_DAY = 3_000;
/** The race of the goal may be longer than its event by warming up, and shorter by no more than rounding. */
export const MOST_BESIDE_RACE_M = 10_000;
/** Other races than that of the goal are runs like any other but for their pace. They and it are so many days apart. */
export const LEAST_DAYS_BETWEEN_RACES = 14;

/** The long run as a share of the week's volume, by how many days of running the week has: Daniels' 30 % needs at least six. */
export const MOST_OF_LONG_RUN: readonly number[] = [1, 1, 0.6, 0.45, 0.38, 0.33, 0.3, 0.3];
/**
 * The same on the way to a half marathon or a marathon, where plans of four days have nearly half of their week in it (Burfoot's
 * first marathon: 32 of 70 km): held to 30 %, whoever runs 40 km a week would never run far. `LONGEST_RUN_S` holds all the same.
 */
export const MOST_OF_LONG_RUN_FAR: readonly number[] = [1, 1, 0.65, 0.55, 0.47, 0.42, 0.37, 0.34];
/** A run of so many metres is a long one for nobody, whatever its share: single days of tiny weeks. */
export const LONG_RUN_OF_LITTLE_M = 4_000;
/** Daniels: 150 minutes. */
export const LONGEST_RUN_S = 150 * 60;

/** Types that are hard days, the race among them: at most three a week, and two days from one to the next at least. */
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
export const MOST_HARD_DAYS = 3;
export const LEAST_DAYS_BETWEEN_HARD = 2;

/** Time at marathon pace and faster, of all running of a week without races: about four fifths are easy (Seiler). */
export const MOST_HARD_TIME = 0.2;
/** Allowed in the smallest week. */
export const HARD_TIME_OF_LITTLE_S = 10 * 60;

/**
 * What one session has of an intensity, as a share of the week's volume and in metres (Daniels' Running Formula); `least_m` is
 * allowed in the smallest week. Races are raced whole and have no caps.
 */
export const SESSION_CAPS = {
  threshold: { share: 0.1, least_m: 2_000, most_m: 15_000 },
  interval: { share: 0.08, least_m: 1_600, most_m: 10_000 },
  repetition: { share: 0.05, least_m: 800, most_m: 8_000 },
} as const;
/** Which cap a zone counts towards. Daniels has none for the two race paces: each counts as the next harder one of his. */
export const CAP_OF_ZONE: Readonly<Partial<Record<ZoneName, keyof typeof SESSION_CAPS>>> = {
  half_marathon: 'threshold',
  threshold: 'threshold',
  '10k': 'interval',
  interval: 'interval',
  repetition: 'repetition',
};
/** Marathon pace: 110 minutes or 29 km, whichever comes first. */
export const MARATHON_PACE_CAP = { most_m: 29_000, most_s: 110 * 60 } as const;

/** What a person may plainly be asked to do. */
export const PLAUSIBLE = {
  /** Of a stretch; a slow marathon takes its time. */
  stretch_s: { minimum: 5, maximum: 12 * 3_600 },
  stretch_m: { minimum: 10, maximum: 100_000 },
  times: { minimum: 1, maximum: 100 },
  /** On each level. */
  segments: { minimum: 1, maximum: 100 },
  /** Sets of repeats, and nothing deeper. */
  repeats_deep: 2,
  /** Of a workout: nobody changes for less. */
  workout_s: { minimum: 5 * 60 },
  /** Of strength and cross-training. */
  other_workout_s: { maximum: 3 * 3_600 },
  effort: { minimum: 1, maximum: 10 },
} as const;
