import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { joinSql, rawSql, type Sql, sql } from '../../infra/db/sql.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import type { AnswerCounts, ClubSession, SessionText, SessionWorkout } from './club-session.ts';
import type { SeriesRule } from './series-rule.ts';

export type SessionId = { readonly org_id: string; readonly session_id: string };

type SessionRow = Omit<ClubSession, 'point' | 'series_rule'> & {
  readonly latitude_deg: number | null;
  readonly longitude_deg: number | null;
  readonly series_rule: SeriesRule | null;
};

const SESSION_COLUMNS =
  rawSql(`s.id, s.org_id, s.series_id, s.series_date, s.is_exception, s.title, s.description, s.starts_at,
  s.timezone, s.duration_s, s.place, s.latitude_deg, s.longitude_deg, s.capacity, s.answer_until, s.coach_user_id,
  s.audience_groups, s.workout, s.cancelled_at, s.cancel_reason, s.revision, s.created_by, s.created_at, s.updated_at,
  (SELECT json_build_object('weekdays', r.weekdays, 'interval_weeks', r.interval_weeks, 'until', r.until,
     'occurrences', r.occurrences) FROM club_session_series r WHERE r.org_id = s.org_id AND r.id = s.series_id) AS series_rule`);

function toSession({ latitude_deg, longitude_deg, ...row }: SessionRow): ClubSession {
  const point = latitude_deg === null || longitude_deg === null ? null : { latitude_deg, longitude_deg };
  return { ...row, point };
}

/** SQL over `club_sessions s` and `organization_members m`: whether a session is for a member. */
export const IS_IN_AUDIENCE = rawSql(`(s.audience_groups IS NULL OR EXISTS (
  SELECT FROM group_members g
  WHERE g.org_id = s.org_id AND g.user_id = m.user_id AND g.group_id = ANY(s.audience_groups)))`);

export const CONCERNS = rawSql(`(s.audience_groups IS NULL
  OR EXISTS (SELECT FROM group_members g
    WHERE g.org_id = s.org_id AND g.user_id = m.user_id AND g.group_id = ANY(s.audience_groups))
  OR EXISTS (SELECT FROM club_session_answers a WHERE a.session_id = s.id AND a.user_id = m.user_id)
  OR EXISTS (SELECT FROM club_session_ticks t WHERE t.session_id = s.id AND t.user_id = m.user_id))`);

export async function findSession(
  db: Queryable,
  { org_id, session_id }: SessionId,
): Promise<ClubSession | null> {
  const row = await db.maybeOne<SessionRow>(sql`
    SELECT ${SESSION_COLUMNS} FROM club_sessions s WHERE s.org_id = ${org_id} AND s.id = ${session_id}`);
  return row && toSession(row);
}

export async function findSessionsByIds(
  db: Queryable,
  { org_id, ids }: { readonly org_id: string; readonly ids: readonly string[] },
): Promise<ClubSession[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<SessionRow>(sql`
    SELECT ${SESSION_COLUMNS} FROM club_sessions s WHERE s.org_id = ${org_id} AND s.id = ANY(${ids}::uuid[])`);
  return rows.map(toSession);
}

/** All sessions of an organization in the order of their ids, after `after`. */
export async function findSessionsAfter(
  db: Queryable,
  { org_id, after, limit }: { readonly org_id: string; readonly after: string; readonly limit: number },
): Promise<ClubSession[]> {
  const rows = await db.query<SessionRow>(sql`
    SELECT ${SESSION_COLUMNS} FROM club_sessions s
    WHERE s.org_id = ${org_id} AND s.id > ${after}::uuid ORDER BY s.id LIMIT ${limit}`);
  return rows.map(toSession);
}

/** Locks a session until the transaction ends, so that answers are stored and places given one at a time. */
export async function lockSession(
  tx: Transaction,
  { org_id, session_id }: SessionId,
): Promise<ClubSession | null> {
  const row = await tx.maybeOne<SessionRow>(sql`
    SELECT ${SESSION_COLUMNS} FROM club_sessions s
    WHERE s.org_id = ${org_id} AND s.id = ${session_id} FOR NO KEY UPDATE OF s`);
  return row && toSession(row);
}

/** Locks this session and the later ones of its series by the rule, in their order. */
export async function lockFollowing(
  tx: Transaction,
  { org_id, series_id, series_date }: { org_id: string; series_id: string; series_date: string },
): Promise<ClubSession[]> {
  const rows = await tx.query<SessionRow>(sql`
    SELECT ${SESSION_COLUMNS} FROM club_sessions s
    WHERE s.org_id = ${org_id} AND s.series_id = ${series_id} AND s.series_date >= ${series_date}::date
    ORDER BY s.id FOR NO KEY UPDATE OF s`);
  return rows.map(toSession).toSorted((a, b) => ((a.series_date ?? '') < (b.series_date ?? '') ? -1 : 1));
}

/** Whether a session is for a current member, or they answered it or were ticked. */
export async function isMeantFor(
  db: Queryable,
  { org_id, session_id, user_id }: SessionId & { readonly user_id: string },
): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM club_sessions s JOIN organization_members m ON m.org_id = s.org_id
      WHERE s.org_id = ${org_id} AND s.id = ${session_id} AND m.user_id = ${user_id} AND m.left_at IS NULL
        AND m.status <> 'suspended' AND ${CONCERNS}) AS found`);
  return found;
}

export type SessionFilter = {
  readonly org_id: string;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly after: PagePosition | null;
  readonly limit: number;
  /** Only the sessions that are for this member; null for all. */
  readonly user_id: string | null;
};

export async function findSessions(db: Queryable, filter: SessionFilter): Promise<ClubSession[]> {
  const { org_id, from, to, after, limit, user_id } = filter;
  const conditions: Sql[] = [sql`s.org_id = ${org_id}`];
  if (from !== null) conditions.push(sql`s.starts_at >= ${from}`);
  if (to !== null) conditions.push(sql`s.starts_at <= ${to}`);
  if (after !== null)
    conditions.push(sql`(s.starts_at, s.id) > (${after.at}::timestamptz, ${after.id}::uuid)`);
  if (user_id !== null) {
    conditions.push(sql`EXISTS (
      SELECT FROM organization_members m
      WHERE m.org_id = s.org_id AND m.user_id = ${user_id} AND m.left_at IS NULL AND ${CONCERNS})`);
  }
  const rows = await db.query<SessionRow>(sql`
    SELECT ${SESSION_COLUMNS} FROM club_sessions s
    WHERE ${joinSql(conditions, ' AND ')} ORDER BY s.starts_at, s.id LIMIT ${limit}`);
  return rows.map(toSession);
}

export async function countAnswers(
  db: Queryable,
  { org_id, session_ids }: { readonly org_id: string; readonly session_ids: readonly string[] },
): Promise<Map<string, AnswerCounts>> {
  if (session_ids.length === 0) return new Map();
  const rows = await db.query<AnswerCounts & { session_id: string }>(sql`
    SELECT a.session_id, count(*) FILTER (WHERE a.answer = 'yes' AND NOT a.waits)::int AS yes,
      count(*) FILTER (WHERE a.answer = 'maybe')::int AS maybe, count(*) FILTER (WHERE a.answer = 'no')::int AS no,
      count(*) FILTER (WHERE a.waits)::int AS waiting
    FROM club_session_answers a
    JOIN organization_members m ON m.org_id = a.org_id AND m.user_id = a.user_id AND m.left_at IS NULL
    WHERE a.org_id = ${org_id} AND a.session_id = ANY(${session_ids}::uuid[])
    GROUP BY a.session_id`);
  return new Map(rows.map(({ session_id, ...counts }) => [session_id, counts]));
}

export async function countAhead(
  tx: Transaction,
  { org_id, now }: { org_id: string; now: Date },
): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM club_sessions WHERE org_id = ${org_id} AND starts_at > ${now}`);
  return count;
}

export async function insertSeries(
  tx: Transaction,
  row: SeriesRule & { readonly id: string; readonly org_id: string; readonly created_at: Date },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO club_session_series (id, org_id, weekdays, interval_weeks, until, occurrences, created_at)
    VALUES (${row.id}, ${row.org_id}, ${row.weekdays}, ${row.interval_weeks}, ${row.until}::date, ${row.occurrences},
      ${row.created_at})`);
}

export type NewSessions = SessionText & {
  readonly org_id: string;
  readonly series_id: string | null;
  readonly timezone: string;
  readonly created_by: string;
  readonly now: Date;
  readonly dates: readonly {
    readonly id: string;
    readonly series_date: string | null;
    readonly starts_at: Date;
    readonly answer_until: Date | null;
    readonly reminded_at: Date | null;
  }[];
};

export async function insertSessions(tx: Transaction, row: NewSessions): Promise<void> {
  await tx.execute(sql`
    INSERT INTO club_sessions (id, org_id, series_id, series_date, title, description, starts_at, timezone, duration_s, place,
      latitude_deg, longitude_deg, capacity, answer_until, coach_user_id, audience_groups, workout, reminded_at, created_by,
      created_at, updated_at)
    SELECT d.id, ${row.org_id}, ${row.series_id}, d.series_date, ${row.title}, ${row.description}, d.starts_at,
      ${row.timezone}, ${row.duration_s}, ${row.place}, ${row.point?.latitude_deg ?? null}::float8,
      ${row.point?.longitude_deg ?? null}::float8, ${row.capacity}::int, d.answer_until, ${row.coach_user_id}::uuid,
      ${row.audience_groups}::uuid[], ${jsonOrNull(row.workout)}::jsonb, d.reminded_at, ${row.created_by}, ${row.now}, ${row.now}
    FROM jsonb_to_recordset(${JSON.stringify(row.dates)}::jsonb)
      AS d (id uuid, series_date date, starts_at timestamptz, answer_until timestamptz, reminded_at timestamptz)`);
}

const jsonOrNull = (workout: SessionWorkout | null): string | null =>
  workout === null ? null : JSON.stringify(workout);

export type SessionState = SessionText &
  Pick<
    ClubSession,
    'starts_at' | 'timezone' | 'answer_until' | 'cancelled_at' | 'cancel_reason' | 'is_exception'
  > & { readonly id: string };

/**
 * Stores sessions as they are now. It raises the revision, which tells calendars of the change. A session whose start has changed is
 * reminded of again.
 */
export async function updateSessions(
  tx: Transaction,
  { org_id, sessions, now }: { org_id: string; sessions: readonly SessionState[]; now: Date },
): Promise<void> {
  const rows = sessions.map(({ point, workout, ...session }) => ({
    ...session,
    latitude_deg: point?.latitude_deg ?? null,
    longitude_deg: point?.longitude_deg ?? null,
    workout,
  }));
  await tx.execute(sql`
    UPDATE club_sessions s
    SET title = d.title, description = d.description, starts_at = d.starts_at, timezone = d.timezone,
      duration_s = d.duration_s, place = d.place, latitude_deg = d.latitude_deg, longitude_deg = d.longitude_deg,
      capacity = d.capacity, answer_until = d.answer_until, coach_user_id = d.coach_user_id,
      audience_groups = d.audience_groups, workout = d.workout, cancelled_at = d.cancelled_at,
      cancel_reason = d.cancel_reason, is_exception = d.is_exception, revision = s.revision + 1,
      reminded_at = CASE WHEN s.starts_at = d.starts_at THEN s.reminded_at END, updated_at = ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS d (id uuid, title text, description text,
      starts_at timestamptz, timezone text, duration_s int, place text, latitude_deg float8, longitude_deg float8,
      capacity int, answer_until timestamptz, coach_user_id uuid, audience_groups uuid[], workout jsonb,
      cancelled_at timestamptz, cancel_reason text, is_exception boolean)
    WHERE s.org_id = ${org_id} AND s.id = d.id`);
}

export async function deleteSessions(
  tx: Transaction,
  { org_id, session_ids }: { org_id: string; session_ids: readonly string[] },
): Promise<void> {
  await tx.execute(
    sql`DELETE FROM club_sessions WHERE org_id = ${org_id} AND id = ANY(${session_ids}::uuid[])`,
  );
  await tx.execute(sql`
    DELETE FROM club_session_series r
    WHERE r.org_id = ${org_id} AND NOT EXISTS (
      SELECT FROM club_sessions s WHERE s.org_id = r.org_id AND s.series_id = r.id)`);
}

/** Those who are told of new sessions: the current, active members of the audience, except their author. */
export async function findAudience(
  db: Queryable,
  { org_id, session_id, but }: SessionId & { readonly but: string },
): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    SELECT m.user_id FROM club_sessions s JOIN organization_members m ON m.org_id = s.org_id
    WHERE s.org_id = ${org_id} AND s.id = ${session_id} AND m.left_at IS NULL AND m.status <> 'suspended'
      AND m.user_id <> ${but} AND ${IS_IN_AUDIENCE}
    ORDER BY m.user_id`);
  return rows.map(({ user_id }) => user_id);
}

/** Current members who answered one of several sessions with yes or maybe, or wait, each once, with the earliest such session. */
export async function findConcerned(
  db: Queryable,
  { org_id, session_ids, but }: { org_id: string; session_ids: readonly string[]; but: string },
): Promise<{ user_id: string; session_id: string }[]> {
  return await db.query(sql`
    SELECT DISTINCT ON (a.user_id) a.user_id, a.session_id
    FROM club_session_answers a
    JOIN club_sessions s ON s.org_id = a.org_id AND s.id = a.session_id
    JOIN organization_members m ON m.org_id = a.org_id AND m.user_id = a.user_id AND m.left_at IS NULL
    WHERE a.org_id = ${org_id} AND a.session_id = ANY(${session_ids}::uuid[]) AND a.answer <> 'no' AND a.user_id <> ${but}
    ORDER BY a.user_id, s.starts_at`);
}

export async function findGroupsAmong(
  db: Queryable,
  { org_id, group_ids }: { org_id: string; group_ids: readonly string[] },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    SELECT id FROM groups WHERE org_id = ${org_id} AND id = ANY(${group_ids}::uuid[])`);
  return rows.map(({ id }) => id);
}

export async function findClubZones(
  db: Queryable,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<{ club: string | null; coach: string | null }> {
  return await db.one(sql`
    SELECT o.settings ->> 'timezone' AS club,
      (SELECT u.preferences ->> 'timezone' FROM users u WHERE u.user_id = ${user_id}) AS coach
    FROM organizations o WHERE o.org_id = ${org_id}`);
}

export async function findWithWaiting(
  db: Queryable,
  { org_id, session_ids }: { org_id: string; session_ids: readonly string[] },
): Promise<string[]> {
  const rows = await db.query<{ session_id: string }>(sql`
    SELECT DISTINCT session_id FROM club_session_answers
    WHERE org_id = ${org_id} AND session_id = ANY(${session_ids}::uuid[]) AND waits`);
  return rows.map(({ session_id }) => session_id);
}
