import type { Queryable } from '../../infra/db/queryable.ts';
import { joinSql, rawSql, type Sql, sql } from '../../infra/db/sql.ts';
import { pushTokensExpireBefore } from '../../shared/push-tokens.ts';
import { DAY_MS } from '../../shared/time.ts';
import { isRunning, SPORT_TYPES, type SportType } from '../../training/sport.ts';
import { ACUTE_DAYS, CHRONIC_DAYS, RAMP_HISTORY_DAYS } from '../../training/workload.ts';
import {
  IS_AMONG_ATHLETES,
  MEMBER_NAME,
  MEMBER_NAME_COLUMNS,
  type MemberNameColumns,
  type MemberStatus,
} from '../organizations/index.ts';
import { type Connection, staleBefore } from './flags.ts';
import type { Sight, View, Week } from './views.ts';

export const ROSTER_ORDERS = ['joined_at', 'name', 'last_activity'] as const;

type RosterFilter = {
  readonly org_id: string;
  readonly group_id: string | undefined;
  readonly coach_id: string | undefined;
  readonly status: MemberStatus | undefined;
  readonly level: string | undefined;
  readonly labels: readonly string[];
  /** Part of the name that coaches see, whatever its case. */
  readonly q: string | undefined;
};
export type RosterQuestion = RosterFilter & {
  readonly sort: (typeof ROSTER_ORDERS)[number];
  readonly order: 'asc' | 'desc';
};
type PlacedQuestion = RosterQuestion & { after: RosterPlace | null; limit: number };

/** Where a page ends: what it is ordered by, of its last athlete, and their id. Null is who has no last activity that shows. */
export type RosterPlace = { readonly key: string | Date | null; readonly user_id: string };

export type AthleteRow = MemberNameColumns & {
  user_id: string;
  key: RosterPlace['key'];
  profile_image_url: string | null;
  member_level: string | null;
  labels: string[];
  status: MemberStatus;
  time_zone: string;
  has_push_token: boolean;
  /** With which something may be wrong; null for none. */
  connections: Connection[] | null;
};

/** Sums over what an athlete's view shows, which are null where there is nothing to add up. */
export type MetricsRow = {
  user_id: string;
  week_activities: number;
  week_distance_m: number | null;
  week_duration_s: number | null;
  activities: number;
  distance_m: number | null;
  duration_s: number | null;
  acute_load: number | null;
  load: number | null;
  acute_run_m: number | null;
  run_m: number | null;
  has_run_history: boolean | null;
  /** Of the last activity, null where none is shown; then so are the others. Not `last_…`: people have a `last_name`. */
  latest_id: string | null;
  latest_start_time: Date;
  latest_sport_type: SportType;
  latest_name: string;
  latest_distance_m: number | null;
  latest_duration_s: number;
};

const RUNNING = rawSql(`a.sport_type = ANY ('{${SPORT_TYPES.filter(isRunning).join()}}')`);

/**
 * Who is on a page, `organization_members m` with what it is ordered by (`key`) and their `place`: from as few columns as the order and
 * the filters need. Only an order by name or by last activity, and a part of a name, look at all who match.
 *
 * @param page.after where the page before ended
 * @param sight for an order by last activity
 */
export function rosterPage(
  { after, limit, ...asked }: PlacedQuestion,
  { sight, now }: { sight: Sight; now: Date },
): Sql {
  const down = asked.order === 'desc';
  const [direction, beyond] = down ? [rawSql('DESC'), rawSql('<')] : [rawSql('ASC'), rawSql('>')];
  // Who shows no activity comes last, either way round: after every time there is.
  const never = rawSql(`timestamptz '${down ? '-infinity' : 'infinity'}'`);
  const orders = {
    joined_at: { more: sql``, key: sql`m.joined_at`, place: sql`m.joined_at`, type: 'timestamptz' },
    name: {
      more: sql``,
      key: sql`lower(${MEMBER_NAME})`,
      place: sql`lower(${MEMBER_NAME})`,
      type: 'text',
    },
    last_activity: {
      more: latestSeen(sight, now),
      key: sql`latest.start_time`,
      place: sql`coalesce(latest.start_time, ${never})`,
      type: 'timestamptz',
    },
  };
  const { more, key, place, type } = orders[asked.sort];
  const needsNames = asked.q !== undefined || asked.sort === 'name';
  const conditions = [athletesThatMatch(asked)];
  if (after !== null) {
    const since = after.key === null ? never : sql`${after.key}::${rawSql(type)}`;
    conditions.push(sql`(${place}, m.user_id) ${beyond} (${since}, ${after.user_id}::uuid)`);
  }
  return sql`
    SELECT m.*, row_number() OVER () AS place FROM (
      SELECT m.*, ${key} AS key
      FROM organization_members m ${needsNames ? JOIN_USERS : sql``} ${more}
      WHERE ${joinSql(conditions, ' AND ')}
      ORDER BY ${place} ${direction}, m.user_id ${direction} LIMIT ${limit}
    ) m`;
}

export async function findAthletesOfPage(
  db: Queryable,
  page: PlacedQuestion,
  { sight, now }: { sight: Sight; now: Date },
): Promise<AthleteRow[]> {
  return await db.query<AthleteRow>(sql`
    SELECT m.user_id, m.key, ${MEMBER_NAME_COLUMNS}, u.profile_image_url, m.member_level, to_json(m.labels) AS labels, m.status,
      coalesce(u.preferences ->> 'timezone', '') AS time_zone,
      -- With a LIMIT: an EXISTS the planner turns into one reading of all devices there are.
      (SELECT true FROM device_tokens d
        WHERE d.user_id = m.user_id AND d.last_active_at > ${pushTokensExpireBefore(now)} LIMIT 1) IS NOT NULL AS has_push_token,
      (SELECT json_agg(json_build_object('provider', c.provider, 'connected_at', c.connected_at,
          'last_sync_at', c.last_sync_at, 'token_expired_at', c.token_expired_at) ORDER BY c.provider)
        FROM platform_connections c WHERE c.user_id = m.user_id AND (c.token_expired_at IS NOT NULL
          OR coalesce(c.last_sync_at, c.connected_at) < ${staleBefore(now)})) AS connections
    FROM (${rosterPage(page, { sight, now })}) m
    -- One by one: a plan that is made for any LIMIT would rather read all the users that there are.
    JOIN LATERAL (SELECT * FROM users u WHERE u.user_id = m.user_id OFFSET 0) u ON true
    ORDER BY m.place`);
}

const JOIN_USERS = rawSql('JOIN users u USING (user_id)');

/**
 * The start of the last activity that coaches see of `organization_members m`. Of whom they see none, and of whom there is none, it is
 * null. Most athletes share all that decides it, and `users_hiding_idx` has the others: only of those, and of who closes something for
 * the organization, are the settings looked at.
 */
function latestSeen({ everything, training, races, sources }: Sight, now: Date): Sql {
  const settings = sql`(coalesce(h.privacy, ${jsonOf(everything)}) || m.narrowed_privacy)`;
  return sql`
    LEFT JOIN users h ON h.user_id = m.user_id AND NOT h.privacy @> ${jsonOf(everything)}
    LEFT JOIN LATERAL (
      SELECT max(CASE WHEN l.start_time <= ${now} THEN l.start_time ELSE (
        SELECT a.start_time FROM activities a
        WHERE a.user_id = l.user_id AND a.source = l.source AND a.is_race = l.is_race AND NOT a.private AND a.start_time <= ${now}
        ORDER BY a.start_time DESC LIMIT 1
      ) END) AS start_time
      FROM latest_starts l
      WHERE l.user_id = m.user_id AND (h.user_id IS NULL AND m.narrowed_privacy = '{}'
          OR ${settings} @> ${jsonOf(training)} AND (NOT l.is_race OR ${settings} @> ${jsonOf(races)}))
        ${sources.hidden.length > 0 ? sql`AND l.source = ANY (${sources.shown})` : sql``}
    ) latest ON true`;
}

/** Settings as a constant: an index that holds only some people is found by what it says, and not by a parameter. */
const jsonOf = (settings: Sight['training']): Sql => rawSql(`'${JSON.stringify(settings)}'::jsonb`);

/** Which `activities a` coaches see, by a row with `shows_races` and `sources` of the athlete's view. */
function seenThrough(view: Sql, views: readonly View[], now: Date): Sql {
  return sql`a.start_time <= ${now} AND NOT a.private AND (${view}.shows_races OR NOT a.is_race)
    ${hidesSources(views) ? sql`AND a.source = ANY (${view}.sources::text[])` : sql``}`;
}

/**
 * What athletes did, of those alone of whom activities show: whatever is not shown is never looked at. Four weeks are added up in
 * the index of activities alone; only the last activity's row is read.
 */
export async function findMetrics(
  db: Queryable,
  athletes: readonly { readonly user_id: string; readonly view: View; readonly week: Week }[],
  now: Date,
): Promise<Map<string, MetricsRow>> {
  const seen = athletes.filter(({ view }) => view.ceiling.activities.visible);
  const views = seen.map(({ view }) => view);
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const isShown = sql`a.user_id = m.user_id AND ${seenThrough(sql`m`, views, now)}`;
  const rows = await db.query<MetricsRow>(sql`
    SELECT m.user_id, sums.*, latest.*
    FROM unnest(${seen.map(({ user_id }) => user_id)}::uuid[], ${views.map(({ ceiling }) => ceiling.activities.show_races)}::boolean[],
        ${views.map(({ ceiling }) => `{${ceiling.activities.sources.shown.join()}}`)}::text[], ${seen.map(({ week }) => week.begins)}::timestamptz[])
      AS m(user_id, shows_races, sources, week_start)
    LEFT JOIN LATERAL (
      SELECT count(*) FILTER (WHERE a.start_time >= m.week_start)::int AS week_activities,
        sum(a.distance_m) FILTER (WHERE a.start_time >= m.week_start) AS week_distance_m,
        sum(a.time_s) FILTER (WHERE a.start_time >= m.week_start) AS week_duration_s,
        count(*)::int AS activities, sum(a.distance_m) AS distance_m, sum(a.time_s) AS duration_s,
        sum(a.training_load) FILTER (WHERE a.start_time > ${before(ACUTE_DAYS)}) AS acute_load,
        sum(a.training_load) AS load,
        sum(a.run_m) FILTER (WHERE a.start_time > ${before(ACUTE_DAYS)}) AS acute_run_m, sum(a.run_m) AS run_m,
        bool_or(a.start_time <= ${before(RAMP_HISTORY_DAYS)}) FILTER (WHERE a.run_m > 0) AS has_run_history
      FROM (
        SELECT a.start_time, a.distance_m, coalesce(a.moving_time_s, a.duration_s) AS time_s, a.training_load,
          CASE WHEN ${RUNNING} THEN a.distance_m END AS run_m
        FROM activities a WHERE ${isShown} AND a.start_time > ${before(CHRONIC_DAYS)}
        OFFSET 0
      ) a
    ) sums ON true
    LEFT JOIN LATERAL (
      SELECT a.id AS latest_id, a.start_time AS latest_start_time, a.sport_type AS latest_sport_type, a.name AS latest_name,
        a.distance_m AS latest_distance_m, a.duration_s AS latest_duration_s
      FROM activities a WHERE ${isShown}
      ORDER BY a.start_time DESC, a.id DESC LIMIT 1
    ) latest ON true`);
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** Whether a source is to be asked for at all: where none is hidden, that is a tenth of the time. */
function hidesSources(views: readonly View[]): boolean {
  return views.some(
    ({ ceiling: { activities } }) => activities.visible && activities.sources.hidden.length > 0,
  );
}

function athletesThatMatch({ org_id, group_id, coach_id, status, level, labels, q }: RosterFilter): Sql {
  const conditions = [sql`m.org_id = ${org_id} AND ${IS_AMONG_ATHLETES}`];
  if (group_id !== undefined) {
    conditions.push(sql`EXISTS (SELECT FROM group_members g
      WHERE g.org_id = m.org_id AND g.group_id = ${group_id} AND g.user_id = m.user_id)`);
  }
  if (coach_id !== undefined) conditions.push(sql`m.coach_id = ${coach_id}`);
  if (status !== undefined) conditions.push(sql`m.status = ${status}`);
  if (level !== undefined) conditions.push(sql`m.member_level = ${level}`);
  if (labels.length > 0) conditions.push(sql`m.labels @> ${labels}::text[]`);
  if (q !== undefined) conditions.push(sql`strpos(lower(${MEMBER_NAME}), lower(${q})) > 0`);
  return joinSql(conditions, ' AND ');
}
