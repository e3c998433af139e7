import type { Queryable } from '../../infra/db/queryable.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import {
  activityCeiling,
  athleteCeiling,
  dailyCeiling,
  planCeiling,
  raceCeiling,
  type SourcePolicies,
} from '../../privacy/index.ts';
import { addDays } from '../../shared/calendar.ts';
import { onceEach } from '../../shared/once-each.ts';
import { calendarDay, DAY_MS, isTimeZone } from '../../shared/time.ts';
import { findActivitiesOfMany, IS_SEEN, type SeenAthlete, seenRows } from '../activities/index.ts';
import { findWaitingConversations, type WaitingConversation } from '../messages/index.ts';
import { IS_AMONG_ATHLETES, MEMBER_PRIVACY } from '../organizations/index.ts';
import { findPlannedOfMany, sightOf } from '../plans/index.ts';
import { type Integrations, privacyOf } from '../users/index.ts';
import { LIMIT_BOUNDS } from './limits.ts';
import { DONE_DAYS, type Facts, PLAN_DAYS, type ReasonCode } from './reasons.ts';
import { closedDays, findTellings, NOTHING_TOLD, painsOf } from './telling-queries.ts';

/** What is known of an athlete, where they live, and whether they share anything that a reason could rest on. */
export type AthleteFacts = Facts & {
  readonly user_id: string;
  readonly time_zone: string;
  readonly shares_nothing: boolean;
  /** Reasons that rest on what their settings keep from coaches, besides activities and sums. */
  readonly hides: readonly ReasonCode[];
};

type AthleteRow = {
  user_id: string;
  privacy: unknown;
  time_zone: string | null;
  integrations: Integrations;
  lost: { provider: string; since: string }[] | null;
};
const AHEAD_DAYS = LIMIT_BOUNDS.race_days.most;
/** Of one athlete in these days: more is nobody's. */
const MOST_DONE = 2_000;

/**
 * Of those of the people who are athletes of the organization now, all that their triage rests on, as coaches see it: what the ceiling
 * hides is in no fact. The number of statements does not depend on that of people.
 */
export async function findFacts(
  db: Queryable,
  { org_id, user_ids, now }: { org_id: string; user_ids: readonly string[]; now: Date },
  policies: SourcePolicies,
): Promise<AthleteFacts[]> {
  const rows = await db.query<AthleteRow>(sql`
    SELECT m.user_id, ${rawSql(MEMBER_PRIVACY)} AS privacy, u.preferences ->> 'timezone' AS time_zone, u.integrations,
      (SELECT json_agg(json_build_object('provider', c.provider, 'since', c.token_expired_at) ORDER BY c.provider)
        FROM platform_connections c WHERE c.user_id = m.user_id AND c.token_expired_at IS NOT NULL) AS lost
    FROM organization_members m JOIN users u USING (user_id)
    WHERE m.org_id = ${org_id} AND m.user_id = ANY (${user_ids}::uuid[]) AND ${IS_AMONG_ATHLETES}`);
  const viewFor = onceEach((privacy: unknown) => viewOf(privacy, policies), JSON.stringify);
  const athletes = rows.map((row) => ({ row, view: viewFor(row.privacy) }));
  const seen = athletes.map(({ row: { user_id }, view }) => ({ user_id, ceiling: view.activities }));
  const done = Map.groupBy(await findDone(db, seen, now), ({ user_id }) => user_id);
  const latest = new Map((await findLatest(db, seen, now)).map((one) => [one.user_id, one]));
  const planned = Map.groupBy(await findPlanned(db, { org_id, user_ids, now }), ({ user_id }) => user_id);
  const conversations = await findWaitingConversations(db, { org_id, athlete_ids: user_ids });
  const waiting = new Map(conversations.map((one) => [one.athlete_id, one]));
  const tellings = await findTellings(db, { org_id, user_ids, now });
  return athletes.map(({ row, view }) => {
    const { activities, shows_sums, shows_connections } = view;
    const told = tellings.get(row.user_id) ?? NOTHING_TOLD;
    const time_zone = row.time_zone !== null && isTimeZone(row.time_zone) ? row.time_zone : 'UTC';
    const today = calendarDay(now, time_zone);
    const mine = done.get(row.user_id) ?? [];
    const last = latest.get(row.user_id);
    return {
      user_id: row.user_id,
      time_zone,
      shares_nothing: !activities.visible,
      hides: hiddenBy(view),
      now,
      today,
      ...sightOf(row.integrations, activities),
      sees_sums: shows_sums,
      planned: (planned.get(row.user_id) ?? [])
        .filter(({ date }) => date >= addDays(today, -PLAN_DAYS) && date <= addDays(today, AHEAD_DAYS))
        .map((one) => (shows_sums ? one : { ...one, duration_s: 0, distance_m: 0 })),
      done: mine
        .map((one) => ({ ...one, date: calendarDay(one.start_time, time_zone) }))
        .filter(({ date }) => date > addDays(today, -DONE_DAYS)),
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
    ...(daily.includes('availability') ? [] : (['low_availability'] as const)),
  ];
}

/** What coaches see of all athletes with the same settings. */
function viewOf(privacy: unknown, policies: SourcePolicies) {
  const audience = 'coach';
  const settings = privacyOf({ privacy });
  return {
    activities: activityCeiling({ settings, policies, audience }),
    shows_sums: planCeiling({ settings, audience }).shows_computed,
    shows_connections: athleteCeiling({ settings, audience }).fields.shown.includes('connected_providers'),
    daily: dailyCeiling({ settings, audience }).parts.shown,
    shows_races_to_come: raceCeiling({ settings, audience }).parts.shown.includes('upcoming'),
  };
}

/** What began up to now: the time after which nothing has begun is a millisecond later. */
const justAfter = (now: Date): Date => new Date(now.getTime() + 1);

async function findDone(db: Queryable, seen: readonly SeenAthlete[], now: Date) {
  // A day more than is looked at: days are those where each athlete lives.
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

/** By day, then in the order of the plans. */
async function findPlanned(
  db: Queryable,
  { org_id, user_ids, now }: { org_id: string; user_ids: readonly string[]; now: Date },
) {
  const today = calendarDay(now, 'UTC');
  const [from, to] = [addDays(today, -PLAN_DAYS - 1), addDays(today, AHEAD_DAYS + 1)];
  const planned = await findPlannedOfMany(db, { org_id, user_ids, from, to });
  return planned.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}
