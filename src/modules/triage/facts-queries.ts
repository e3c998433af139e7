import type { Queryable } from '../../infra/db/queryable.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import {
  type ActivityCeiling,
  activityCeiling,
  athleteCeiling,
  dailyCeiling,
  type PlanCeiling,
  planCeiling,
  raceCeiling,
  type SourcePolicies,
} from '../../privacy/index.ts';
import { addDays } from '../../shared/calendar.ts';
import { onceEach } from '../../shared/once-each.ts';
import { calendarDay, DAY_MS, isTimeZone } from '../../shared/time.ts';
import { findActivitiesOfMany, IS_SEEN, type SeenAthlete, seenRows } from '../activities/index.ts';
import {
  type DaysInput,
  daysOf,
  findEntriesOfMany,
  type PlannedEntry,
  type Sight,
  sightOf,
} from '../calendars/index.ts';
import { findWaitingConversations, type WaitingConversation } from '../messages/index.ts';
import { IS_AMONG_ATHLETES, MEMBER_PRIVACY } from '../organizations/index.ts';
import { findSessionsOfPeople } from '../sessions/index.ts';
import { type Integrations, privacyOf } from '../users/index.ts';
import { LIMIT_BOUNDS } from './limits.ts';
import { DONE_DAYS, type Facts, PLAN_DAYS, type PlannedSession, type ReasonCode } from './reasons.ts';
import { closedDays, findReports, NOTHING_TOLD, painsOf } from './report-queries.ts';

/** What is known of an athlete, where they live, and whether they share anything that a reason could rest on. */
export type AthleteFacts = Facts & {
  readonly user_id: string;
  readonly time_zone: string;
  readonly shares_nothing: boolean;
  /** Reasons that rest on what their settings keep from coaches, besides activities and sums. */
  readonly hides: readonly ReasonCode[];
  readonly activities: ActivityCeiling;
  readonly plans: PlanCeiling;
  readonly sees_notes: boolean;
};

type AthleteRow = {
  user_id: string;
  privacy: unknown;
  time_zone: string | null;
  integrations: Integrations;
  lost: { provider: string; since: string }[] | null;
};
const AHEAD_DAYS = LIMIT_BOUNDS.race_days.most;
/** Up to the end of the week that is shown; what is later has not become anything yet. */
const MATCHED_AHEAD_DAYS = 7;
/** Of one athlete in these days: more is nobody's. */
const MOST_SESSIONS = 500;
/** Of one athlete in these days: more is nobody's. */
const MOST_DONE = 2_000;

/**
 * Of those of the people who are athletes of the organization now, all that their triage rests on, as coaches see it:
 * what the ceiling hides is in no fact. The number of statements is constant.
 */
export async function findFacts(
  db: Queryable,
  { org_id, user_ids, now }: { org_id: string; user_ids: readonly string[]; now: Date },
  policies: SourcePolicies,
): Promise<AthleteFacts[]> {
  const athletes = await findSeen(db, { org_id, user_ids }, policies);
  const seen = athletes.map(({ row: { user_id }, view }) => ({ user_id, ceiling: view.activities }));
  const done = Map.groupBy(await findDone(db, seen, now), ({ user_id }) => user_id);
  const latest = new Map((await findLatest(db, seen, now)).map((one) => [one.user_id, one]));
  const planned = await findPlanned(db, athletes, { org_id, now });
  const sessions = await findSessions(db, athletes, { org_id, now });
  const conversations = await findWaitingConversations(db, { org_id, athlete_ids: user_ids });
  const waiting = new Map(conversations.map((one) => [one.athlete_id, one]));
  const reports = await findReports(db, { org_id, user_ids, now });
  return athletes.map(({ row, view }) => {
    const { activities, shows_connections } = view;
    const shows_sums = view.plans.shows_computed;
    const told = reports.get(row.user_id) ?? NOTHING_TOLD;
    const time_zone = row.time_zone !== null && isTimeZone(row.time_zone) ? row.time_zone : 'UTC';
    const today = calendarDay(now, time_zone);
    const sight = sightOf(row.integrations, activities);
    const mine = done.get(row.user_id) ?? [];
    const activities_done = mine
      .map((one) => ({ ...one, date: calendarDay(one.start_time, time_zone) }))
      .filter(({ date }) => date > addDays(today, -DONE_DAYS));
    const last = latest.get(row.user_id);
    return {
      user_id: row.user_id,
      time_zone,
      shares_nothing: !activities.visible,
      hides: hiddenBy(view),
      activities,
      plans: view.plans,
      sees_notes: view.daily.includes('note'),
      now,
      today,
      ...sight,
      sees_sums: shows_sums,
      planned: becameOf({
        ...{ time_zone, today, sight, done: activities_done },
        entries: planned.get(row.user_id) ?? [],
        sessions: sessions.get(row.user_id) ?? [],
      }),
      done: activities_done,
      last_activity: last === undefined ? null : { id: last.id, start_time: last.start_time },
      lost: shows_connections
        ? (row.lost ?? []).map(({ provider, since }) => ({ provider, since: new Date(since) }))
        : [],
      pains: view.daily.includes('pain') ? painsOf(told.pains, mine, { time_zone, today }) : [],
      waiting_message: waitingOf(waiting.get(row.user_id), time_zone),
      unavailable: closedDays(told, view.daily, today),
      races: view.shows_races_to_come ? told.races : [],
    };
  });
}

/** Those of the people who are athletes of the organization now, with what its coaches see of them. */
async function findSeen(
  db: Queryable,
  { org_id, user_ids }: { org_id: string; user_ids: readonly string[] },
  policies: SourcePolicies,
): Promise<{ readonly row: AthleteRow; readonly view: View }[]> {
  const rows = await db.query<AthleteRow>(sql`
    SELECT m.user_id, ${rawSql(MEMBER_PRIVACY)} AS privacy, u.preferences ->> 'timezone' AS time_zone, u.integrations,
      (SELECT json_agg(json_build_object('provider', c.provider, 'since', c.token_expired_at) ORDER BY c.provider)
        FROM platform_connections c WHERE c.user_id = m.user_id AND c.token_expired_at IS NOT NULL) AS lost
    FROM organization_members m JOIN users u USING (user_id)
    WHERE m.org_id = ${org_id} AND m.user_id = ANY (${user_ids}::uuid[]) AND ${IS_AMONG_ATHLETES}`);
  const viewFor = onceEach((privacy: unknown) => viewOf(privacy, policies), JSON.stringify);
  return rows.map((row) => ({ row, view: viewFor(row.privacy) }));
}

function waitingOf(
  waiting: WaitingConversation | undefined,
  time_zone: string,
): AthleteFacts['waiting_message'] {
  if (waiting === undefined) return null;
  const { thread_id, waiting_since } = waiting;
  return { conversation_id: thread_id, since: waiting_since, date: calendarDay(waiting_since, time_zone) };
}

type View = ReturnType<typeof viewOf>;

function hiddenBy({ shows_connections, daily }: View): ReasonCode[] {
  return [
    ...(shows_connections ? [] : (['connection_lost'] as const)),
    ...(daily.includes('pain') ? [] : (['pain_reported'] as const)),
    // Either tells of days on which they cannot train.
    ...(daily.includes('availability') || daily.includes('injuries') ? [] : (['low_availability'] as const)),
  ];
}

function viewOf(privacy: unknown, policies: SourcePolicies) {
  const audience = 'coach';
  const settings = privacyOf({ privacy });
  return {
    activities: activityCeiling({ settings, policies, audience }),
    plans: planCeiling({ settings, audience }),
    shows_connections: athleteCeiling({ settings, audience }).fields.shown.includes('connected_providers'),
    daily: dailyCeiling({ settings, audience }).parts.shown,
    shows_races_to_come: raceCeiling({ settings, audience }).parts.shown.includes('upcoming'),
  };
}

/** What began up to now: the time after which nothing has begun is a millisecond later. */
const justAfter = (now: Date): Date => new Date(now.getTime() + 1);

async function findDone(db: Queryable, seen: readonly SeenAthlete[], now: Date) {
  const since = new Date(now.getTime() - (DONE_DAYS + 1) * DAY_MS);
  const found = await findActivitiesOfMany(db, seen, { since, until: justAfter(now), most: MOST_DONE });
  return found.map((one) => ({ ...one, duration_s: one.moving_time_s ?? one.duration_s ?? 0 }));
}

async function findLatest(
  db: Queryable,
  seen: readonly SeenAthlete[],
  now: Date,
): Promise<{ user_id: string; id: string; start_time: Date }[]> {
  return await db.query(sql`
    SELECT a.user_id, a.id, a.start_time
    FROM ${seenRows(seen)} CROSS JOIN LATERAL (
      SELECT a.user_id, a.id, a.start_time FROM activities a WHERE ${IS_SEEN} AND a.start_time < ${justAfter(now)}
      ORDER BY a.start_time DESC, a.id DESC LIMIT 1
    ) a`);
}

type SeenPlans = { readonly row: Pick<AthleteRow, 'user_id'>; readonly view: View };
type Asked = { readonly org_id: string; readonly now: Date };

async function findPlanned(db: Queryable, athletes: readonly SeenPlans[], { org_id, now }: Asked) {
  const today = calendarDay(now, 'UTC');
  const people = athletes.map(({ row: { user_id }, view }) => ({
    ...{ user_id, ceiling: view.plans, needs_segments: false },
  }));
  const [from, to] = [addDays(today, -PLAN_DAYS - 1), addDays(today, AHEAD_DAYS + 1)];
  return await findEntriesOfMany(db, { org_id, people, from, to });
}

async function findSessions(db: Queryable, athletes: readonly SeenPlans[], { org_id, now }: Asked) {
  const people = athletes.map(({ row: { user_id }, view }) => ({
    ...{ user_id, shows_computed: view.plans.shows_computed },
  }));
  return await findSessionsOfPeople(db, {
    ...{ org_id, people, now, limit: MOST_SESSIONS },
    from: new Date(now.getTime() - (PLAN_DAYS + 2) * DAY_MS),
    to: new Date(now.getTime() + (MATCHED_AHEAD_DAYS + 2) * DAY_MS),
  });
}

/** What is planned for an athlete and what became of it, by the rule of the calendar: by day, then in the order of the plans. */
function becameOf({
  entries,
  sessions,
  done,
  today,
  time_zone: timezone,
  sight,
}: {
  readonly entries: readonly PlannedEntry[];
  readonly sessions: DaysInput<PlannedEntry>['sessions'];
  readonly done: DaysInput<PlannedEntry>['activities'];
  readonly today: string;
  readonly time_zone: string;
  readonly sight: Sight;
}): PlannedSession[] {
  const range = { from: addDays(today, -PLAN_DAYS), to: addDays(today, MATCHED_AHEAD_DAYS) };
  const isMatched = ({ date }: { readonly date: string }) => date >= range.from && date <= range.to;
  const { days } = daysOf({
    ...{ range, timezone, today, sight, told: { entries: [], injuries: [] } },
    entries: entries.filter(isMatched).map((entry) => ({ ...entry, view: entry })),
    sessions: sessions.filter(({ starts_at }) => isMatched({ date: calendarDay(starts_at, timezone) })),
    activities: done.filter(isMatched),
  });
  const metresOf = new Map(sessions.map((one) => [one.session_id, one.workout?.distance_m ?? 0]));
  const matched = days.flatMap(({ workouts }) =>
    workouts.map(({ workout, compliance: { status, share }, replaced_by }) => ({
      ...sessionOf(workout),
      ...{ status, share },
      to_do_m: replaced_by === null ? workout.distance_m : (metresOf.get(replaced_by) ?? 0),
    })),
  );
  const later = entries
    .filter(({ date }) => date > range.to && date <= addDays(today, AHEAD_DAYS))
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .map((entry) => ({
      ...{ ...sessionOf(entry), status: 'upcoming' as const, share: null, to_do_m: entry.distance_m },
    }));
  return [...matched, ...later];
}

function sessionOf({ plan_id, plan_start_date, date, view }: PlannedEntry) {
  const { workout_id, workout_type, title, distance_m } = view;
  return { plan_id, plan_start_date, date, workout_id, workout_type, title, distance_m };
}
