import { DAY_MS } from '../../../../shared/time.ts';
import { ACTIVITY_EXPORT, HISTORICAL_DATA_EXPORT } from '../garmin/permissions.ts';
import type { PhoneWorkout } from './phone-workout.ts';
import type { OtherConnection } from './queries.ts';

type Written = Pick<PhoneWorkout, 'origin'> & { readonly start: { readonly at: Date } };

/** Apps that write copies of a platform's workouts onto the phone, by the beginning of their bundle id. */
const WRITERS = [
  { bundle: 'com.garmin.connect', provider: 'garmin', isLeftOut: garminTells },
  { bundle: 'com.strava', provider: 'strava', isLeftOut: stravaDecides },
] as const;

/** How far back Strava's data from before the connection reaches: two months. For older workouts the copies are all there is. */
const BROUGHT_MS = 62 * DAY_MS;

/**
 * Whether a workout is the phone's copy of one that a connected platform reports itself. The platform's report is fuller, and has the
 * visibility that the athlete chose there. A copy lacks that, and would show here what is hidden there.
 */
export function isCopy(workout: Written, connections: readonly OtherConnection[]): boolean {
  const origin = workout.origin.toLowerCase();
  const writer = WRITERS.find(({ bundle }) => origin.startsWith(bundle));
  const connection = connections.find(({ provider }) => provider === writer?.provider);
  return writer !== undefined && connection !== undefined && writer.isLeftOut(workout.start.at, connection);
}

/**
 * Nothing can be hidden at Garmin, so a copy is left out only where Garmin sends the workout: later ones, and the past that was asked
 * for.
 */
function garminTells(start: Date, connection: OtherConnection): boolean {
  const { scopes, connected_at, token_expired_at, backfill } = connection;
  if (token_expired_at !== null || !scopes.includes(ACTIVITY_EXPORT)) return false;
  if (start >= connected_at) return true;
  const isWhole = backfill?.state === 'done' && backfill.reason === null;
  return isWhole && scopes.includes(HISTORICAL_DATA_EXPORT) && start >= new Date(backfill.from_time);
}

/**
 * Only Strava knows which workouts are hidden. So copies are left out even where the connection is lost or the past failed to come:
 * connecting again brings two months, each workout with its visibility there.
 */
function stravaDecides(start: Date, { connected_at }: OtherConnection): boolean {
  return start.getTime() >= connected_at.getTime() - BROUGHT_MS;
}
