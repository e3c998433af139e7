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

/** What Strava brings of the time before it was connected: two months. Older copies are all that there is. */
const BROUGHT_MS = 62 * DAY_MS;

/**
 * Whether a workout is the phone's copy of one that a platform, which the athlete has connected, tells of itself: fuller, and
 * as visible as the athlete has made it there. A copy says nothing of that, and what is hidden there would be seen here.
 */
export function isCopy(workout: Written, connections: readonly OtherConnection[]): boolean {
  const origin = workout.origin.toLowerCase();
  const writer = WRITERS.find(({ bundle }) => origin.startsWith(bundle));
  const connection = connections.find(({ provider }) => provider === writer?.provider);
  return writer !== undefined && connection !== undefined && writer.isLeftOut(workout.start.at, connection);
}

/** Nobody hides a workout at Garmin, so nothing is left out but what Garmin brings: at best, the past that it was asked for. */
function garminTells(start: Date, connection: OtherConnection): boolean {
  const { scopes, connected_at, token_expired_at, backfill } = connection;
  if (token_expired_at !== null || !scopes.includes(ACTIVITY_EXPORT)) return false;
  if (start >= connected_at) return true;
  const isWhole = backfill?.state === 'done' && backfill.reason === null;
  return isWhole && scopes.includes(HISTORICAL_DATA_EXPORT) && start >= new Date(backfill.from_time);
}

/**
 * Which of them are hidden, Strava alone knows. Also where the connection is lost or the past failed to come: connecting again
 * brings two months, each workout as visible as it is there.
 */
function stravaDecides(start: Date, { connected_at }: OtherConnection): boolean {
  return start.getTime() >= connected_at.getTime() - BROUGHT_MS;
}
