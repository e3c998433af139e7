import { Utils } from '@garmin/fitsdk';
import type { RecordedSport } from './recording.ts';

const SEMICIRCLES_PER_DEGREE = 2 ** 31 / 180;

/** FIT counts one foot: 171 steps a minute are 85 and a half. Wheels and arms are counted whole. */
export function splitCadence(
  sport: RecordedSport,
  perMinute: number,
): { cadence: number; fractionalCadence?: number } {
  if (sport === 'ride' || sport === 'pool_swim') return { cadence: perMinute };
  return { cadence: Math.floor(perMinute / 2), fractionalCadence: (perMinute % 2) / 2 };
}

/** Degrees in the unit of FIT positions. */
export function semicircles(degrees: number | undefined): number | undefined {
  return degrees === undefined ? undefined : Math.round(degrees * SEMICIRCLES_PER_DEGREE);
}

/** The local time of a watch, counted in seconds as if it were UTC: `local_timestamp` gives the zone away. */
export function wallClock(date: Date, timezone: string): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timezone);
  return Utils.convertDateToDateTime(new Date(date.getTime() + zoned.offsetNanoseconds / 1e6));
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The encoder writes a field for every key it sees, so what is unknown must be absent. */
export function defined<T extends Record<string, unknown>>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
