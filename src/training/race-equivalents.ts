import { raceTime, vdotFromRace } from './vdot.ts';

/**
 * What a race over one distance says of another one.
 *
 * Units throughout: distances in metres, times in seconds.
 */

export type RaceResult = { readonly distance_m: number; readonly time_s: number };

/**
 * The time that a runner of the same VDOT races another distance in (Daniels' table of equivalent performances).
 *
 * @param race run as fast as they could, of about 3.5 minutes to 5 hours
 * @param distance_m metres, above 0
 * @returns seconds
 * @throws RangeError when a number is not positive and finite, or the VDOT of the race is not above 0 and at most 120
 */
export function equivalentRaceTime(race: RaceResult, distance_m: number): number {
  return raceTime(vdotFromRace(race.distance_m, race.time_s), distance_m);
}

/**
 * How time grows with distance: Riegel, "Athletic Records and Human Endurance", American Scientist 1981;69:285-290, fitted on
 * records of 3.5 to 230 minutes. For runners who train little for the longer distance it promises too much.
 */
const FATIGUE = 1.06;

/**
 * The time for another distance by Riegel's formula, t2 = t1 · (d2 / d1)^1.06.
 *
 * @param distance_m metres, above 0
 * @returns seconds
 * @throws RangeError when a number is not positive and finite
 */
export function riegelRaceTime({ distance_m: raced_m, time_s }: RaceResult, distance_m: number): number {
  for (const [name, value] of Object.entries({ raced_m, time_s, distance_m })) {
    if (!Number.isFinite(value) || value <= 0) {
      throw new RangeError(`${name} must be a finite number above 0, but is ${value}.`);
    }
  }
  return time_s * (distance_m / raced_m) ** FATIGUE;
}
