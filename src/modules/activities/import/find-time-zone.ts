import lookUpZone from '@photostructure/tz-lookup';
import type { Sample } from './types.ts';

const HOUR_S = 3600;

/**
 * The IANA zone of the first place; without one, the zone of a stated offset of whole hours; else null.
 * An offset of 0 says nothing: many writers put UTC in the place of local time.
 */
export function findTimeZone(samples: readonly Sample[], utcOffsetS: number | null): string | null {
  for (const { lat, lng } of samples) {
    if (lat !== null && lng !== null) return lookUpZone(lat, lng);
  }
  if (utcOffsetS === null || utcOffsetS === 0 || utcOffsetS % HOUR_S !== 0) return null;
  const hours = utcOffsetS / HOUR_S;
  // IANA's Etc zones count westward, and reach from 12 hours behind to 14 hours ahead of UTC.
  if (hours < -12 || hours > 14) return null;
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}
