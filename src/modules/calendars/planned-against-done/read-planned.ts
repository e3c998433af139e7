import type { UserActor } from '../../../http/actor.ts';
import { SNAPSHOT, type Transaction } from '../../../infra/db/database.ts';
import { admits, type StreamColumn } from '../../../privacy/index.ts';
import { addDays, isDay } from '../../../shared/calendar.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import { calendarDay, isTimeZone } from '../../../shared/time.ts';
import type { PlannedAgainstDone } from '../../../training/planned-against-done/compare.ts';
import type { Runner } from '../../../training/planning/paces.ts';
import { heartRatesOfZones, pacesOfZones } from '../../../training/planning/runner-of-zones.ts';
import {
  findActivities,
  findMemberActivity,
  findPackedRecordings,
  noSuchActivity,
  type PackedRecording,
  requireTrainingReader,
  type StoredActivity,
  viewRecordings,
} from '../../activities/index.ts';
import { findAthlete } from '../../organizations/index.ts';
import { findActiveUser, type Zones } from '../../users/index.ts';
import type { CalendarDay } from '../athlete-calendar/calendar.ts';
import {
  type CalendarDeps,
  readCalendar,
  toCoach,
  toThemselves,
  type Whose,
} from '../athlete-calendar/read-calendar.ts';
import { recordingOf, sessionOf } from './seen-task.ts';
import type { StepMatcher } from './step-matcher.ts';

export type PlannedDeps = CalendarDeps & { readonly stepMatcher: StepMatcher };

type PlannedEntry = CalendarDay['workouts'][number];

/** The workout of the calendar for which an activity counts, and what became of each of its steps. */
export type PlannedOfActivity = {
  readonly activity_id: string;
  readonly athlete_id: string;
  /** Null where it counts for none. */
  readonly planned: { readonly entry: PlannedEntry; readonly result: PlannedAgainstDone } | null;
  /** Whether samples were looked at. */
  readonly has_samples: boolean;
  /** Paths of what was hidden of plan, laps and samples, sorted; the same whatever there is. */
  readonly privacy_filtered: readonly string[];
};

/** The kinds of data in an answer, for recording the read. */
export function kindsRead({ planned, has_samples }: PlannedOfActivity) {
  const plans = planned === null ? [] : (['plans'] as const);
  const samples = has_samples ? (['streams'] as const) : [];
  return ['activities' as const, ...plans, ...samples];
}

const COLUMNS: readonly StreamColumn[] = [
  'time_s',
  'distance_m',
  'speed_mps',
  'altitude_m',
  'heart_rate_bpm',
];
/** Recordings that count for one workout: more are no session that anybody would record in parts. */
const MAX_RECORDINGS = 10;
const LAST_DAY = '9999-12-31';

/** Of an own activity. @throws noSuchActivity also for anybody else's */
export async function readOwnPlanned(
  deps: PlannedDeps,
  { user_id }: UserActor,
  activity_id: string,
): Promise<PlannedOfActivity> {
  const read = await deps.db.transaction(async (tx) => {
    const user = await findActiveUser(tx, user_id);
    if (user === null) throw unauthenticated();
    const [activity] = await findActivities(tx, { user_id, ids: [activity_id] });
    if (activity === undefined) throw noSuchActivity();
    return await readIn(tx, deps, {
      activity,
      whose: toThemselves(user, deps.sourcePolicies),
      zones: user.zones,
    });
  }, SNAPSHOT);
  return await compared(deps, read);
}

/**
 * The planned workout of a member's activity, computed only from what coaches see of plans, laps and samples.
 * @throws notFound; forbidden; noSuchActivity also where it is hidden
 */
export async function readAthletePlanned(
  deps: PlannedDeps,
  actor: UserActor,
  asked: { readonly org_id: string; readonly user_id: string; readonly activity_id: string },
): Promise<PlannedOfActivity> {
  await requireTrainingReader(deps, actor, asked.org_id);
  // One transaction: what is added after sharing ended must not be seen under the former settings.
  const read = await deps.db.transaction(async (tx) => {
    const found = await findMemberActivity(tx, asked);
    const athlete = await findAthlete(tx, asked);
    if (found === null || athlete === null) throw noSuchActivity();
    const whose = toCoach(athlete, asked.org_id, deps.sourcePolicies);
    if (!admits(whose.activities, found.activity)) throw noSuchActivity();
    return await readIn(tx, deps, { activity: found.activity, whose, zones: athlete.zones });
  }, SNAPSHOT);
  return await compared(deps, read);
}

type Read = {
  readonly activity_id: string;
  readonly whose: Whose;
  readonly zones: Zones;
  readonly entry: PlannedEntry | null;
  readonly recordings: readonly PackedRecording[];
};

async function readIn(
  tx: Transaction,
  deps: PlannedDeps,
  of: { readonly activity: StoredActivity; readonly whose: Whose; readonly zones: Zones },
): Promise<Read> {
  const { activity, whose, zones } = of;
  const timezone = isTimeZone(whose.timezone) ? whose.timezone : 'UTC';
  const day = calendarDay(activity.start_time, timezone);
  // A workout's activities are of its day, the day before or the day after.
  const { days } =
    isDay(day) && day < LAST_DAY
      ? await readCalendar(tx, deps, { from: addDays(day, -1), to: addDays(day, 1) }, whose)
      : { days: [] };
  const entries = days.flatMap(({ workouts }) => workouts);
  const entry = entries.find(({ compliance }) => compliance.done_ids.includes(activity.id)) ?? null;
  const ids =
    entry === null ? [] : [activity.id, ...entry.compliance.done_ids.filter((id) => id !== activity.id)];
  const wanted = { user_id: whose.user_id, ids: ids.slice(0, MAX_RECORDINGS) };
  const recordings = await findPackedRecordings(tx, wanted);
  return { activity_id: activity.id, whose, zones, entry, recordings };
}

async function compared(deps: PlannedDeps, read: Read): Promise<PlannedOfActivity> {
  const { activity_id, whose, entry } = read;
  const seen = entry === null ? [] : await viewRecordings(whose.activities, read.recordings, COLUMNS);
  const base = {
    activity_id,
    athlete_id: whose.user_id,
    has_samples: seen.some(({ streams }) => streams !== null),
    privacy_filtered: filteredOf(whose),
  };
  if (entry === null) return { ...base, planned: null };
  const task = {
    planned: sessionOf(entry.workout),
    recordings: seen.map(recordingOf),
    runner: runnerOf(read),
  };
  return { ...base, planned: { entry, result: await deps.stepMatcher.match(task, whose.user_id) } };
}

function runnerOf({ zones, whose }: Read): Pick<Runner, 'paces' | 'heart_rates'> {
  if (!whose.plans.shows_computed) return { paces: null, heart_rates: null };
  return { paces: pacesOfZones(zones), heart_rates: heartRatesOfZones(zones) };
}

function filteredOf({ plans, activities }: Whose): string[] {
  const columns = activities.stream_columns.hidden.filter((name) => COLUMNS.includes(name));
  return [
    ...plans.privacy_filtered.filter((path) => path.startsWith('workouts.segments')),
    ...activities.lap_fields.hidden.map((name) => `laps.${name}`),
    ...columns.map((name) => `streams.${name}`),
  ].sort();
}
