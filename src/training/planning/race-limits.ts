import type { GoalEvent, GoalRace } from './brief.ts';

/** At most seven days around a race, which is day 0, and the share of the peak that may be run in them. */
export type RaceWindow = { readonly from: number; readonly to: number; readonly most: number };

const SHARP: RaceWindow = { from: -7, to: -1, most: 0.59 };
const FIRST: RaceWindow = { from: -14, to: -8, most: 0.8 };

/** The volume falls by 41 to 60 % over up to two weeks (Bosquet 2007, Wang 2023). */
export const TAPER: Readonly<Record<GoalRace, readonly RaceWindow[]>> = {
  '5k': [SHARP],
  '10k': [SHARP],
  half_marathon: [FIRST, SHARP],
  marathon: [FIRST, SHARP],
  '50k': [FIRST, SHARP],
  '100k': [FIRST, SHARP],
};

export const AFTER: Readonly<Record<GoalRace, readonly RaceWindow[]>> = {
  '5k': after(0.8),
  '10k': after(0.7),
  half_marathon: after(0.6, 0.8),
  marathon: after(0.2, 0.4, 0.5, 0.6, 0.7),
  '50k': after(0.2, 0.4, 0.5, 0.6, 0.7),
  '100k': after(0.1, 0.25, 0.4, 0.55, 0.7),
};

function after(...shares: readonly number[]): readonly RaceWindow[] {
  return shares.map((most, index) => ({ from: 1 + 7 * index, to: 7 + 7 * index, most }));
}

/** The number of days before the race on which less is run for it. */
export function taperDays(event: GoalRace): number {
  return -Math.min(...TAPER[event].map(({ from }) => from));
}

/** The tolerance of a window over its share: metres before a race; after it, metres or a share of the peak, whichever is more. */
export const TAPER_SLACK_M = 1_000;
export const AFTER_SLACK = { share: 0.05, distance_m: 2_000 } as const;
/**
 * The peak is the largest seven days of `WEEKS_OF_PEAK` weeks before the taper. A smaller peak than `NOTHING_TO_TAPER_M` has no taper.
 */
export const WEEKS_OF_PEAK = 6;
export const NOTHING_TO_TAPER_M = 10_000;

/** Days before a race without a long run, after it without anything hard, and after it without long runs and strength. */
export const DAYS_AROUND: Readonly<
  Record<
    GoalRace,
    { readonly no_long_before: number; readonly no_hard_after: number; readonly easy_only_after: number }
  >
> = {
  '5k': { no_long_before: 3, no_hard_after: 2, easy_only_after: 2 },
  '10k': { no_long_before: 5, no_hard_after: 4, easy_only_after: 4 },
  half_marathon: { no_long_before: 8, no_hard_after: 7, easy_only_after: 7 },
  marathon: { no_long_before: 8, no_hard_after: 20, easy_only_after: 14 },
  '50k': { no_long_before: 8, no_hard_after: 20, easy_only_after: 17 },
  '100k': { no_long_before: 8, no_hard_after: 41, easy_only_after: 33 },
};
export const NO_HARD_BEFORE = 2;
/** A run of another type counts as long beyond this many seconds. */
export const LONG_FROM_S = 75 * 60;

const HOUR_S = 3_600;
/**
 * The longest run for an event: at most `most_m`, or the share of the usual week where that is more, and at most `most_s`; `least_m` is
 * reached by a runner who has enough weeks. Sources are in docs/planning-rules.md.
 */
export const LONGEST_RUN: Readonly<
  Record<
    GoalEvent,
    {
      readonly most_m: number;
      readonly most_s: number;
      readonly least_m: number;
      readonly share_of_week: number;
    }
  >
> = {
  '5k': { most_m: 16_000, most_s: 2 * HOUR_S, least_m: 4_500, share_of_week: 0.22 },
  '10k': { most_m: 19_000, most_s: 2 * HOUR_S, least_m: 8_500, share_of_week: 0.22 },
  half_marathon: { most_m: 22_000, most_s: 2.5 * HOUR_S, least_m: 16_000, share_of_week: 0 },
  marathon: { most_m: 32_000, most_s: 3 * HOUR_S, least_m: 26_000, share_of_week: 0 },
  '50k': { most_m: 36_000, most_s: 4.5 * HOUR_S, least_m: 26_000, share_of_week: 0 },
  '100k': { most_m: 45_000, most_s: 5 * HOUR_S, least_m: 32_000, share_of_week: 0 },
  general: { most_m: 24_000, most_s: 2 * HOUR_S, least_m: 0, share_of_week: 0.25 },
};
