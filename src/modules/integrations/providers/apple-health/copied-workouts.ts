import { DAY_MS } from '../../../../shared/time.ts';
import type { PhoneWorkout } from './phone-workout.ts';
import type { OtherConnection } from './queries.ts';

/** Apps that write copies of a platform's workouts onto the phone, by the beginning of their bundle id. */
const WRITERS = [
  { bundle: 'com.garmin.connect', provider: 'garmin' },
  { bundle: 'com.strava', provider: 'strava' },
] as const;

/** What a platform brings of the time before it was connected: two months. Older copies are all that there is. */
const BROUGHT_MS = 62 * DAY_MS;

/** Without this consent Garmin tells nothing of workouts. */
const GARMIN_WORKOUTS = 'ACTIVITY_EXPORT';

/**
 * Whether a workout is the phone's copy of one that a platform, which the athlete has connected, tells of itself: fuller, and
 * as visible as the athlete has made it there. A copy says nothing of that, and what is hidden there would be seen here.
 */
export function isCopy(workout: PhoneWorkout, connections: readonly OtherConnection[]): boolean {
  const written = WRITERS.find(({ bundle }) => workout.origin.toLowerCase().startsWith(bundle));
  const connection = connections.find(({ provider }) => provider === written?.provider);
  if (connection === undefined || connection.token_expired_at !== null) return false;
  const { provider, scopes, connected_at } = connection;
  const tellsWorkouts = provider !== 'garmin' || scopes.length === 0 || scopes.includes(GARMIN_WORKOUTS);
  return tellsWorkouts && workout.start.at.getTime() >= connected_at.getTime() - BROUGHT_MS;
}
