import type { Event, Level, Race } from './wire.ts';

/** The numbers of `docs/planning-rules.md`, where each has its source. Metres, seconds and days. */

export const RACE_M: Readonly<Record<Race, number>> = {
  '5k': 5_000,
  '10k': 10_000,
  half_marathon: 21_097.5,
  marathon: 42_195,
  '50k': 50_000,
  '100k': 100_000,
};
export const MINUTE = 60;
const HOUR = 3_600;

/** What sums may be off by: metres are rounded. */
export const ROUNDING = 1;

/** A week against the best of the four before it. */
export const GROWTH = { share: 1.2, least_m: 3_000, weeks: 4 } as const;
/** A run against the longest of the last 30 days, races among them. */
export const RUN_GROWTH = { share: 1.1, least_m: 2_000, days: 30 } as const;
/** Where nothing has been run. */
export const FREE_WEEK_M: Readonly<Record<Level, number>> = {
  beginner: 10_000,
  intermediate: 15_000,
  advanced: 20_000,
};
export const FREE_RUN_M: Readonly<Record<Level, number>> = {
  beginner: 5_000,
  intermediate: 8_000,
  advanced: 12_000,
};
/** Who nothing is known of: the largest first week, the longest run before the plan, and VDOT in ml/(kg·min). */
export const TYPICAL: Readonly<
  Record<Level, { readonly week_m: number; readonly longest_m: number; readonly vdot: number }>
> = {
  beginner: { week_m: 25_000, longest_m: 8_000, vdot: 32.5 },
  intermediate: { week_m: 45_000, longest_m: 14_000, vdot: 42 },
  advanced: { week_m: 65_000, longest_m: 18_000, vdot: 52 },
};

/** So many weeks in a row without a lighter one. */
export const MOST_BUILDING: Readonly<Record<Level, number>> = { beginner: 3, intermediate: 3, advanced: 4 };
export const LIGHTER = { week: 0.9, longest: 0.8, nothing_m: 10_000 } as const;

/** The longest run: at most the metres and the time; in plans of so many weeks at least the metres, or the time if that is less. */
export const LONGEST: Readonly<
  Record<
    Event,
    { readonly least_m: number; readonly most_m: number; readonly most_s: number; readonly weeks: number }
  >
> = {
  '5k': { least_m: 4_500, most_m: 16_000, most_s: 2 * HOUR, weeks: 8 },
  '10k': { least_m: 8_500, most_m: 19_000, most_s: 2 * HOUR, weeks: 8 },
  half_marathon: { least_m: 16_000, most_m: 22_000, most_s: 2.5 * HOUR, weeks: 12 },
  marathon: { least_m: 26_000, most_m: 32_000, most_s: 3 * HOUR, weeks: 16 },
  '50k': { least_m: 26_000, most_m: 36_000, most_s: 4.5 * HOUR, weeks: 16 },
  '100k': { least_m: 32_000, most_m: 45_000, most_s: 5 * HOUR, weeks: 16 },
  general: { least_m: 0, most_m: 24_000, most_s: 2 * HOUR, weeks: 0 },
};
/** For events without a distance that counts, the long run may be this share of the usual week where that is more. */
export const LONGEST_OF_WEEK: Readonly<Partial<Record<Event, number>>> = {
  '5k': 0.22,
  '10k': 0.22,
  general: 0.25,
};
/** Runs are planned in half kilometres and five minutes. */
export const LONGEST_SLACK = { distance_m: 500, duration_s: 10 * MINUTE } as const;

/** Days counted back from the race, which is day 0; shares of the largest seven days of the six weeks before. */
export type TaperWindow = {
  readonly from: number;
  readonly to: number;
  readonly most: number;
  readonly least: number;
};
const SHARP: TaperWindow = { from: 7, to: 1, most: 0.59, least: 0.4 };
const FIRST: TaperWindow = { from: 14, to: 8, most: 0.8, least: 0 };
export const TAPER: Readonly<Record<Race, readonly TaperWindow[]>> = {
  '5k': [SHARP],
  '10k': [SHARP],
  half_marathon: [SHARP, FIRST],
  marathon: [SHARP, FIRST],
  '50k': [SHARP, FIRST],
  '100k': [SHARP, FIRST],
};
export const TAPER_SLACK_M = 1_000;
export const WEEKS_OF_PEAK = 6;
/** Below so many metres a week nothing is tapered. */
export const NOTHING_TO_TAPER_M = 10_000;
/** No long run in so many days before it; nothing hard in so many; quality in these days before. */
export const NO_LONG_BEFORE: Readonly<Record<Race, number>> = {
  '5k': 3,
  '10k': 5,
  half_marathon: 8,
  marathon: 8,
  '50k': 8,
  '100k': 8,
};
export const NO_HARD_BEFORE = 2;
export const SHARPENING = { from: 13, to: 3 } as const;
/** A run that is called otherwise is long beyond this share of the plan's longest, and this time. */
export const LONG_IN_DISGUISE = { share: 0.55, duration_s: 75 * MINUTE } as const;

/** Days after a race without anything hard, and without anything long or strength; then the seven-day volumes of its peak. */
export const AFTER: Readonly<
  Record<Race, { readonly no_hard: number; readonly easy_only: number; readonly shares: readonly number[] }>
> = {
  '5k': { no_hard: 2, easy_only: 2, shares: [0.8] },
  '10k': { no_hard: 4, easy_only: 4, shares: [0.7] },
  half_marathon: { no_hard: 7, easy_only: 7, shares: [0.6, 0.8] },
  marathon: { no_hard: 20, easy_only: 14, shares: [0.2, 0.4, 0.5, 0.6, 0.7] },
  '50k': { no_hard: 20, easy_only: 17, shares: [0.2, 0.4, 0.5, 0.6, 0.7] },
  '100k': { no_hard: 41, easy_only: 33, shares: [0.1, 0.25, 0.4, 0.55, 0.7] },
};
export const AFTER_SLACK = { share: 0.05, distance_m: 2_000 } as const;

/** Hard days a week beside an easy long run, and days from one to the next. */
export const HARD_DAYS: Readonly<Record<Level, number>> = { beginner: 2, intermediate: 2, advanced: 3 };
export const LEAST_DAYS_BETWEEN_HARD = 2;
/** A run called easy is a hard day from so much at marathon pace and faster; a long run has an element of quality from so much. */
export const HARD_FROM_S = 10 * MINUTE;
export const ELEMENT_FROM_S = 8 * MINUTE;
/** Of the week or, where that was more, the best of the four before it. */
export const CAPS = {
  marathon: { share: 0.2, least_m: 3_000, most_m: 29_000 },
  threshold: { share: 0.1, least_m: 2_000, most_m: 15_000 },
  interval: { share: 0.08, least_m: 1_600, most_m: 10_000 },
  repetition: { share: 0.05, least_m: 800, most_m: 8_000 },
} as const;
export const HARD_SHARE = { share: 0.2, least_s: 20 * MINUTE } as const;

/** Weeks before the taper in which there are two elements of quality; a week counts as full from this share of the best of four. */
export const QUALITY = { weeks: 12, full: 0.85, from_week: 3 } as const;
/** Days after a race in which nothing of its week is held against those before it. */
export const DAYS_AFTER_RACE = 42;
/** Of the smallest of the key sessions of the three weeks before, in Daniels' points. */
export const KEY_SESSION = 0.9;
/** The last weeks before the taper; sessions there are at least this share of the largest before. */
export const PEAK = { weeks: 4, share: 0.95, plan_weeks: 8 } as const;
export const SHORTEST_RUN_S = 15 * MINUTE;
export const BACK_TO_BACK = { times: 3, share: 0.4, weeks: 10 } as const;

/** VDOT that somebody of the level gains in eight weeks at most; half of it from the seventeenth week on. */
export const GAIN: Readonly<Record<Level, number>> = { beginner: 4, intermediate: 1.5, advanced: 0.7 };

/** Weeks to the race, and metres a week now: enough, and the least that is a stretch. */
export const READINESS: Readonly<
  Record<
    Race,
    {
      readonly weeks: readonly [number, number];
      readonly weekly_m: readonly [number, number];
      /** Of the plan. */
      readonly peak_m: readonly [number, number];
      readonly longest_m: readonly [number, number];
      /** Enough for who runs that much already. */
      readonly taper_weeks: number;
    }
  >
> = {
  '5k': { weeks: [8, 6], weekly_m: [0, 0], peak_m: [0, 0], longest_m: [0, 0], taper_weeks: 1 },
  '10k': { weeks: [8, 6], weekly_m: [10_000, 5_000], peak_m: [0, 0], longest_m: [0, 0], taper_weeks: 1 },
  half_marathon: {
    weeks: [12, 10],
    weekly_m: [16_000, 8_000],
    peak_m: [32_000, 25_000],
    longest_m: [16_000, 13_000],
    taper_weeks: 3,
  },
  marathon: {
    weeks: [18, 12],
    weekly_m: [24_000, 12_000],
    peak_m: [50_000, 30_000],
    longest_m: [29_000, 22_000],
    taper_weeks: 4,
  },
  '50k': {
    weeks: [16, 12],
    weekly_m: [40_000, 20_000],
    peak_m: [55_000, 45_000],
    longest_m: [29_000, 22_000],
    taper_weeks: 4,
  },
  '100k': {
    weeks: [16, 12],
    weekly_m: [45_000, 22_500],
    peak_m: [80_000, 60_000],
    longest_m: [32_000, 26_000],
    taper_weeks: 4,
  },
};
/** VDOT to gain in eight weeks for a time in mind. */
export const GAIN_WANTED: Readonly<Record<Level, readonly [number, number]>> = {
  beginner: [1, 4],
  intermediate: [1, 2],
  advanced: [1, 2],
};
