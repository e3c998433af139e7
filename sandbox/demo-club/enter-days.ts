import type { Database, Transaction } from '../../src/infra/db/database.ts';
import { findActivitiesInShort } from '../../src/modules/activities/index.ts';
import { createEntry, createInjury } from '../../src/modules/availability/index.ts';
import { createRace } from '../../src/modules/races/index.ts';
import { activityCeiling, DEFAULT_PRIVACY, DEFAULT_SOURCE_POLICIES } from '../../src/privacy/index.ts';
import { addDays } from '../../src/shared/calendar.ts';
import { calendarDay, DAY_MS } from '../../src/shared/time.ts';
import { RACE_EVENT_M, raceEventOf } from '../../src/training/race-events.ts';
import { CLUB_TIME_ZONE, type DemoClub, endOfClub } from './club.ts';
import { DEMO_ENTRIES, DEMO_INJURIES, DEMO_RACES, WITH_PAST_RACES } from './days.ts';
import { fixed } from './enter-people.ts';

/** When it was told, before the end. */
const TOLD_BEFORE_MS = 3 * DAY_MS;
/** Races of the last year: so many of each. */
const RACED_MS = 365 * DAY_MS;
const MOST_ACTIVITIES = 2_000;

/** What athletes told of their days, what hurts, and their races. @returns how many races there are */
export async function enterDays(
  tx: Transaction,
  db: Database,
  club: DemoClub,
  userIdOf: (key: string) => string,
): Promise<number> {
  const until = endOfClub(club.organization);
  const deps = { db, clock: fixed(new Date(until.getTime() - TOLD_BEFORE_MS)) };
  const today = calendarDay(until, CLUB_TIME_ZONE);
  const dayIn = (days: number | null): string | null => (days === null ? null : addDays(today, days));
  const write_key = undefined;
  const keys = new Set(club.athletes.map(({ key }) => key));
  const isThere = ({ key }: { readonly key: string }): boolean => keys.has(key);
  const races = DEMO_RACES.filter(isThere);
  for (const { key, from_in, to_in, ...rest } of DEMO_ENTRIES.filter(isThere)) {
    const fields = { ...rest, from: dayIn(from_in), to: dayIn(to_in) };
    await createEntry(deps, actorOf(userIdOf(key)), { fields, write_key });
  }
  for (const { key, from_in, to_in, ...rest } of DEMO_INJURIES.filter(isThere)) {
    const fields = { ...rest, from: addDays(today, from_in), to: dayIn(to_in) };
    await createInjury(deps, actorOf(userIdOf(key)), { fields, write_key });
  }
  for (const { key, in_days, ...rest } of races) {
    const fields = { ...rest, date: addDays(today, in_days), result: null, activity_id: null };
    await createRace(deps, actorOf(userIdOf(key)), { fields, write_key });
  }
  let count = races.length;
  for (const athlete of club.athletes.filter(({ key }) => WITH_PAST_RACES.includes(key))) {
    const user_id = userIdOf(athlete.key);
    const activities = await findActivitiesInShort(tx, {
      user_id,
      ceiling: activityCeiling({
        settings: DEFAULT_PRIVACY,
        policies: DEFAULT_SOURCE_POLICIES,
        audience: 'self',
      }),
      start_date_ms: until.getTime() - RACED_MS,
      end_date_ms: until.getTime() - TOLD_BEFORE_MS - DAY_MS,
      limit: MOST_ACTIVITIES,
    });
    for (const { id, name, start_time, duration_s, distance_m, is_race } of activities) {
      const event = is_race && duration_s !== null && distance_m !== null ? raceEventOf(distance_m) : null;
      if (event === null || duration_s === null) continue;
      const fields = {
        date: calendarDay(start_time, athlete.preferences.timezone),
        name,
        distance_m: RACE_EVENT_M[event],
        priority: 'b' as const,
        target_time_s: null,
        result: { time_s: Math.round(duration_s), place: null, conditions: null },
        activity_id: id,
      };
      await createRace(deps, actorOf(user_id), { fields, write_key });
      count += 1;
    }
  }
  return count;
}

const actorOf = (user_id: string) => ({ type: 'user', user_id, roles: ['user'] }) as const;
