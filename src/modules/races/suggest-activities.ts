import type { UserActor } from '../../http/actor.ts';
import { activityCeiling, DEFAULT_PRIVACY } from '../../privacy/index.ts';
import { addDays } from '../../shared/calendar.ts';
import { unauthenticated } from '../../shared/errors.ts';
import { isTimeZone } from '../../shared/time.ts';
import { isPlannedRace } from '../../training/race-events.ts';
import { isRunning } from '../../training/sport.ts';
import { type ActivityInShort, findActivitiesInShort } from '../activities/index.ts';
import { findUser } from '../users/index.ts';
import { noSuchRace } from './errors.ts';
import { findRace } from './queries.ts';
import type { ReadDeps } from './read-races.ts';

/** Nobody records more of one race. */
export const MAX_SUGGESTIONS = 5;
const MOST_OF_A_DAY = 100;

export type Suggestion = {
  readonly activity: ActivityInShort;
  readonly is_marked: boolean;
  readonly is_of_distance: boolean;
};

/**
 * The runs of the day of a race that may have been it, the likeliest first: marked as a race, then of about its distance. Only offered:
 * the athlete links one by `activity_id`.
 *
 * @throws noSuchRace
 */
export async function suggestActivities(
  { db, sourcePolicies: policies }: ReadDeps,
  { user_id }: UserActor,
  race_id: string,
): Promise<Suggestion[]> {
  const race = await findRace(db, { user_id, id: race_id });
  if (race === null) throw noSuchRace();
  const user = await findUser(db, user_id);
  if (user === null) throw unauthenticated();
  const { timezone } = user.preferences;
  const zone = isTimeZone(timezone) ? timezone : 'UTC';
  const beginOf = (day: string): number =>
    Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds;
  const activities = await findActivitiesInShort(db, {
    user_id,
    ceiling: activityCeiling({ settings: DEFAULT_PRIVACY, policies, audience: 'self' }),
    start_date_ms: beginOf(race.date),
    end_date_ms: beginOf(addDays(race.date, 1)) - 1,
    limit: MOST_OF_A_DAY,
  });
  return activities
    .filter(({ sport_type }) => isRunning(sport_type))
    .map((activity) => ({
      activity,
      is_marked: activity.is_race,
      is_of_distance: isPlannedRace(activity.distance_m, race.distance_m),
    }))
    .filter(({ is_marked, is_of_distance }) => is_marked || is_of_distance)
    .toSorted((one, other) => likelihood(other) - likelihood(one))
    .slice(0, MAX_SUGGESTIONS);
}

function likelihood({ is_marked, is_of_distance }: Suggestion): number {
  return (is_marked ? 2 : 0) + (is_of_distance ? 1 : 0);
}
