import type { Queryable } from '../../infra/db/queryable.ts';
import { joinSql, rawSql, type Sql, sql } from '../../infra/db/sql.ts';
import { pushTokensExpireBefore } from '../../shared/push-tokens.ts';
import { DAY_MS } from '../../shared/time.ts';
import { isRunning, SPORT_TYPES, type SportType } from '../../training/sport.ts';
import { ACUTE_DAYS, CHRONIC_DAYS, RAMP_HISTORY_DAYS } from '../../training/workload.ts';
import {
  IS_AMONG_ATHLETES,
  MEMBER_NAME_COLUMNS,
  type MemberNameColumns,
  type MemberStatus,
} from '../organizations/index.ts';
import { ACCOUNT_IS_ACTIVE } from '../users/index.ts';
import { type Connection, staleBefore } from './flags.ts';
import type { View, Week } from './views.ts';

export type RosterFilter = {
  readonly org_id: string;
  readonly group_id: string | undefined;
  readonly coach_id: string | undefined;
  readonly status: MemberStatus | undefined;
};
export type RosterPage = RosterFilter & { readonly limit: number; readonly offset: number };

/** An athlete with sums over what their view shows, which are null where there is nothing to add up. */
export type MetricsRow = Omit<MemberNameColumns, 'privacy'> & {
  user_id: string;
  profile_image_url: string | null;
  member_level: string | null;
  labels: string[];
  status: MemberStatus;
  /** The place of the athlete's view, and of the week they are in, among those given; null where there is none for them. */
  view: number | null;
  week: number | null;
  has_push_token: boolean;
  /** With which something may be wrong; null for none. */
  connections: Connection[] | null;
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

/** How many athletes match. */
export async function countRoster(db: Queryable, filter: RosterFilter): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM organization_members m WHERE ${athletesThatMatch(filter)}`,
  );
  return count;
}

/** Every privacy settings (as JSON text) and time zone that athletes of an organization have now, and how many have it. */
export async function findRosterKinds(
  db: Queryable,
  org_id: string,
): Promise<{ privacy: string; time_zone: string; athletes: number }[]> {
  return await db.query(sql`
    SELECT u.privacy::text AS privacy, ${TIME_ZONE} AS time_zone, count(*)::int AS athletes
    FROM organization_members m JOIN users u USING (user_id)
    WHERE m.org_id = ${org_id} AND m.left_at IS NULL AND ${rawSql(ACCOUNT_IS_ACTIVE)}
    GROUP BY u.privacy, ${TIME_ZONE}`);
}

const TIME_ZONE = rawSql("coalesce(u.preferences ->> 'timezone', '')");

const RUNNING = rawSql(`a.sport_type = ANY ('{${SPORT_TYPES.filter(isRunning).join()}}')`);

/**
 * The athletes of a page by date of joining, then id, each as soon as it is found. One statement, in which each athlete is
 * looked up once in each place:
 *
 * - The page is cut first. Users, views and weeks are joined to it behind an OFFSET 0, since the planner takes equal settings
 *   for rarer than they are and would rather read all users or views for each athlete.
 * - Four weeks are added up in the index of activities alone; only the last activity's row is read.
 * - `views` say what of whose activities is seen: whatever is not shown is never looked at.
 *
 * @param views one for each privacy settings that the athletes may have
 * @param weeks one for each time zone: the name as stored, and when the week began there
 */
export async function eachMetrics(
  db: Queryable,
  page: RosterPage,
  { views, weeks, now }: { views: readonly View[]; weeks: readonly Week[]; now: Date },
  take: (row: MetricsRow) => void,
): Promise<void> {
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const isShown = sql`a.user_id = m.whose_activities AND a.start_time <= ${now} AND NOT a.private
    AND (m.shows_races OR NOT a.is_race)${hidesSources(views) ? sql` AND a.source = ANY (m.sources)` : sql``}`;
  await db.each<MetricsRow>(
    sql`
    SELECT m.user_id, m.nickname, m.display_name, m.first_name, m.last_name, m.username, m.profile_image_url,
      m.member_level, m.labels, m.status, m.view, m.week,
      EXISTS (SELECT FROM device_tokens d
        WHERE d.user_id = m.user_id AND d.last_active_at > ${pushTokensExpireBefore(now)}) AS has_push_token,
      m.connections,
      sums.*, latest.*
    FROM (${rosterPage(page, { views, weeks, now })}) m
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
    ) latest ON true
    ORDER BY m.joined_at, m.user_id`,
    take,
  );
}

function rosterPage(
  page: RosterPage,
  { views, weeks, now }: { views: readonly View[]; weeks: readonly Week[]; now: Date },
): Sql {
  return sql`
    SELECT athlete.*, view.place::int AS view, view.shows_races, view.sources::text[] AS sources,
      -- Of whom activities show: of nobody none are found.
      CASE WHEN view.shows_activities THEN athlete.user_id END AS whose_activities,
      week.place::int AS week, week.begins AS week_start, troubled.connections
    FROM (
      SELECT m.user_id, m.joined_at, ${MEMBER_NAME_COLUMNS}, u.profile_image_url, m.member_level,
        to_json(m.labels) AS labels, m.status, ${TIME_ZONE} AS time_zone
      FROM (
        SELECT m.* FROM organization_members m WHERE ${athletesThatMatch(page)}
        ORDER BY m.joined_at, m.user_id LIMIT ${page.limit} OFFSET ${page.offset}
      ) m
      JOIN LATERAL (SELECT * FROM users WHERE users.user_id = m.user_id OFFSET 0) u ON true
      OFFSET 0
    ) athlete
    LEFT JOIN unnest(${views.map(({ privacy }) => privacy)}::jsonb[],
        ${views.map(({ ceiling }) => ceiling.activities.visible)}::boolean[],
        ${views.map(({ ceiling }) => ceiling.activities.show_races)}::boolean[],
        ${views.map(({ ceiling }) => `{${ceiling.activities.sources.shown.join()}}`)}::text[])
      WITH ORDINALITY AS view(privacy, shows_activities, shows_races, sources, place) ON view.privacy = athlete.privacy
    LEFT JOIN unnest(${weeks.map(({ time_zone }) => time_zone)}::text[], ${weeks.map(({ begins }) => begins)}::timestamptz[])
      WITH ORDINALITY AS week(time_zone, begins, place) ON week.time_zone = athlete.time_zone
    LEFT JOIN (
      SELECT c.user_id, json_agg(json_build_object('provider', c.provider, 'connected_at', c.connected_at,
        'last_sync_at', c.last_sync_at, 'token_expired_at', c.token_expired_at) ORDER BY c.provider) AS connections
      FROM organization_members m JOIN platform_connections c USING (user_id)
      WHERE m.org_id = ${page.org_id} AND (c.token_expired_at IS NOT NULL
        OR coalesce(c.last_sync_at, c.connected_at) < ${staleBefore(now)})
      GROUP BY c.user_id
    ) troubled ON troubled.user_id = athlete.user_id
    ORDER BY athlete.joined_at, athlete.user_id
    OFFSET 0`;
}

/** Whether a source is to be asked for at all: where none is hidden, that is a tenth of the time. */
function hidesSources(views: readonly View[]): boolean {
  return views.some(
    ({ ceiling: { activities } }) => activities.visible && activities.sources.hidden.length > 0,
  );
}

function athletesThatMatch({ org_id, group_id, coach_id, status }: RosterFilter): Sql {
  const conditions = [sql`m.org_id = ${org_id} AND ${IS_AMONG_ATHLETES}`];
  if (group_id !== undefined) {
    conditions.push(sql`EXISTS (SELECT FROM group_members g
      WHERE g.org_id = m.org_id AND g.group_id = ${group_id} AND g.user_id = m.user_id)`);
  }
  if (coach_id !== undefined) conditions.push(sql`m.coach_id = ${coach_id}`);
  if (status !== undefined) conditions.push(sql`m.status = ${status}`);
  return joinSql(conditions, ' AND ');
}
