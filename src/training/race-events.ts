import { METRES_PER_MILE } from '../shared/units.ts';

export const RACE_EVENT_M = {
  mile: METRES_PER_MILE,
  '5k': 5_000,
  '10k': 10_000,
  '15k': 15_000,
  '10_miles': 10 * METRES_PER_MILE,
  '20k': 20_000,
  half_marathon: 21_097.5,
  '30k': 30_000,
  marathon: 42_195,
  '50k': 50_000,
  '100k': 100_000,
} as const;
export type RaceEvent = keyof typeof RACE_EVENT_M;
export const RACE_EVENTS = Object.keys(RACE_EVENT_M) as readonly RaceEvent[];

/** GPS noise and lines that are not the shortest make a measured course longer; within this share it is still that course. */
const MOST_OFF = 0.03;

/** The event whose distance is nearest to these metres; null where none is near. */
export function raceEventOf(distance_m: number): RaceEvent | null {
  const off = (event: RaceEvent): number => Math.abs(distance_m / RACE_EVENT_M[event] - 1);
  const [nearest] = RACE_EVENTS.toSorted((one, other) => off(one) - off(other));
  return nearest !== undefined && off(nearest) <= MOST_OFF ? nearest : null;
}

/** The largest relative difference of distance at which a run still counts as the planned race. */
const SAME_RACE = 0.1;

/** Whether a run on the day of a planned race can be that race. */
export function isPlannedRace(distance_m: number | null, planned_m: number): boolean {
  return distance_m !== null && planned_m > 0 && Math.abs(distance_m / planned_m - 1) <= SAME_RACE;
}

type Rest = { readonly taper_days: number; readonly recovery_days: number };

/**
 * Days before a race in which the athlete runs less for it, and days after it in which the athlete runs less because of it. Tapers take
 * two weeks, and three for a marathon (Bosquet 2007, Smyth 2021). Full recovery takes Pfitzinger's days for runners below 46; for a
 * marathon these are the four weeks in which the volume comes back.
 */
const RESTS: readonly (Rest & { readonly up_to_m: number })[] = [
  { up_to_m: 7_500, taper_days: 7, recovery_days: 5 },
  { up_to_m: 15_500, taper_days: 10, recovery_days: 7 },
  { up_to_m: 31_000, taper_days: 14, recovery_days: 10 },
  { up_to_m: 65_000, taper_days: 21, recovery_days: 28 },
];
const LONGEST: Rest = { taper_days: 21, recovery_days: 42 };

/** @param distance_m null where it is not known, which counts as the shortest distance */
export function restAround(distance_m: number | null): Rest {
  const { taper_days, recovery_days } = RESTS.find(({ up_to_m }) => (distance_m ?? 0) <= up_to_m) ?? LONGEST;
  return { taper_days, recovery_days };
}
