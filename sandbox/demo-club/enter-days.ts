import { createEntry, createInjury } from '../../src/modules/availability/index.ts';
import { giveFeedback, type Said } from '../../src/modules/feedback/index.ts';
import { createRace } from '../../src/modules/races/index.ts';
import { findSessionsOfPeople } from '../../src/modules/sessions/index.ts';
import { addDays } from '../../src/shared/calendar.ts';
import { calendarDay, DAY_MS, MINUTE_MS } from '../../src/shared/time.ts';
import { RACE_EVENT_M, raceEventOf } from '../../src/training/race-events.ts';
import { CLUB_TIME_ZONE, type DemoAthlete } from './club.ts';
import data from './data/days.json' with { type: 'json' };
import feedback from './data/feedback.json' with { type: 'json' };
import type { Entering } from './entering.ts';

type Entry = Parameters<typeof createEntry>[2]['fields'];
type Injury = Parameters<typeof createInjury>[2]['fields'];
type Race = Parameters<typeof createRace>[2]['fields'];

/** Days count from the club's last one. */
type Told<Fields> = { readonly key: string } & Omit<Fields, 'from' | 'to' | 'date'>;
type DemoEntry = Told<Entry> & { readonly from_in: number | null; readonly to_in: number | null };
type DemoInjury = Told<Injury> & { readonly from_in: number; readonly to_in: number | null };
type DemoRace = Told<Omit<Race, 'result' | 'activity_id'>> & { readonly in_days: number };

/** What somebody said of one of their latest workouts, of which 0 is the last. */
type DemoSaid = Partial<Omit<Said, 'skipped'>> & { readonly workouts_ago: number };
type DemoFeedback = { readonly key: string; readonly said: readonly DemoSaid[] };

/** When it was told, before the end. */
const TOLD_BEFORE_MS = 3 * DAY_MS;
const RACED_MS = 365 * DAY_MS;
/** Workouts of so long a while are spoken of, and so long after one its athlete says how it was. */
const RECENT_MS = 28 * DAY_MS;
const SAID_AFTER_MS = 40 * MINUTE_MS;

/** What athletes told of their days, what hurts, and their races. @returns how many races there are */
export async function enterDays(entering: Entering): Promise<number> {
  const { club, until, at, actorOf, isThere } = entering;
  const deps = at(new Date(until.getTime() - TOLD_BEFORE_MS));
  const today = calendarDay(until, CLUB_TIME_ZONE);
  const dayIn = (days: number | null): string | null => (days === null ? null : addDays(today, days));
  const write_key = undefined;
  for (const { key, from_in, to_in, ...rest } of (data.entries as readonly DemoEntry[]).filter(isThere)) {
    const fields = { ...rest, from: dayIn(from_in), to: dayIn(to_in) };
    await createEntry(deps, actorOf(key), { fields, write_key });
  }
  for (const { key, from_in, to_in, ...rest } of (data.injuries as readonly DemoInjury[]).filter(isThere)) {
    const fields = { ...rest, from: addDays(today, from_in), to: dayIn(to_in) };
    await createInjury(deps, actorOf(key), { fields, write_key });
  }
  const races = (data.races as readonly DemoRace[]).filter(isThere);
  for (const { key, in_days, ...rest } of races) {
    const fields = { ...rest, date: addDays(today, in_days), result: null, activity_id: null };
    await createRace(deps, actorOf(key), { fields, write_key });
  }
  let count = races.length;
  for (const athlete of club.athletes.filter(({ key }) => data.with_past_races.includes(key))) {
    const past = await racesRun(entering, athlete);
    for (const fields of past) await createRace(deps, actorOf(athlete.key), { fields, write_key });
    count += past.length;
  }
  return count;
}

async function racesRun(
  { until, findActivities }: Entering,
  { key, preferences: { timezone } }: DemoAthlete,
): Promise<Race[]> {
  const activities = await findActivities(key, 'self', {
    start_date_ms: until.getTime() - RACED_MS,
    end_date_ms: until.getTime() - TOLD_BEFORE_MS - DAY_MS,
  });
  return activities.flatMap(({ id, name, start_time, duration_s, distance_m, is_race }): Race[] => {
    const event = is_race && distance_m !== null ? raceEventOf(distance_m) : null;
    if (event === null || duration_s === null) return [];
    const result = { time_s: Math.round(duration_s), place: null, conditions: null };
    return [
      {
        date: calendarDay(start_time, timezone),
        name,
        distance_m: RACE_EVENT_M[event],
        priority: 'b',
        target_time_s: null,
        result,
        activity_id: id,
      },
    ];
  });
}

/** What athletes said of their latest workouts. @returns how many times */
export async function enterFeedback({ until, silentlyAt, actorOf, isThere, findActivities }: Entering) {
  const deps = { ...silentlyAt(until), findSessionsOfPeople };
  const start_date_ms = until.getTime() - RECENT_MS;
  let given = 0;
  for (const { key, said } of (feedback as readonly DemoFeedback[]).filter(isThere)) {
    const latest = (await findActivities(key, 'self', { start_date_ms })).toReversed();
    for (const { workouts_ago, ...members } of said) {
      const activity = latest[workouts_ago];
      if (activity === undefined) continue;
      const ended_ms = activity.start_time.getTime() + (activity.duration_s ?? 0) * 1_000;
      const occurred_at = new Date(ended_ms + SAID_AFTER_MS);
      const named = { activity_id: activity.id };
      await giveFeedback(deps, actorOf(key), { named, members, occurred_at, write_key: undefined });
      given += 1;
    }
  }
  return given;
}
