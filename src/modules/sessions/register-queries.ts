import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import { MEMBER_NAME_COLUMNS, MEMBER_PRIVACY, type MemberNameColumns } from '../organizations/index.ts';
import { ACCOUNT_IS_ACTIVE } from '../users/index.ts';
import type { AnswerWord } from './club-session.ts';
import { IS_IN_AUDIENCE, type SessionId } from './queries.ts';

export type Attendance = {
  readonly came: boolean;
  readonly ticked_at: Date;
  readonly ticked_by: string | null;
};

export type ParticipantRow = MemberNameColumns & {
  readonly user_id: string;
  readonly is_meant: boolean;
  readonly answer: AnswerWord | null;
  readonly answered_at: Date | null;
  readonly set_by: string | null;
  readonly waits: boolean | null;
  readonly queue_number: string | null;
  readonly workout_group: string | null;
  readonly group_ids: readonly string[];
  readonly came: boolean | null;
  readonly ticked_at: Date | null;
  readonly ticked_by: string | null;
};

export type ParticipantFilter = SessionId & {
  readonly after: string | null;
  readonly limit: number;
  readonly ticked_only: boolean;
};

const LATEST_TICK = rawSql(`LATERAL (
  SELECT t.came, t.ticked_at, t.ticked_by FROM club_session_ticks t
  WHERE t.session_id = s.id AND t.user_id = m.user_id ORDER BY t.ticked_at DESC, t.id DESC LIMIT 1)`);

/** Current members with an active account whom a session is for, who answered, or who are in its register, in the order of their ids. */
export async function findParticipants(db: Queryable, filter: ParticipantFilter): Promise<ParticipantRow[]> {
  const { org_id, session_id, after, limit, ticked_only } = filter;
  const beyond = after === null ? sql`true` : sql`m.user_id > ${after}::uuid`;
  return await db.query<ParticipantRow>(sql`
    SELECT m.user_id, ${MEMBER_NAME_COLUMNS}, ${IS_IN_AUDIENCE} AS is_meant, a.answer, a.answered_at, a.set_by, a.waits,
      a.queue_number::text AS queue_number, a.workout_group, tick.came, tick.ticked_at, tick.ticked_by,
      ARRAY(SELECT g.group_id FROM group_members g WHERE g.org_id = m.org_id AND g.user_id = m.user_id
            ORDER BY g.added_at, g.group_id) AS group_ids
    FROM club_sessions s
    JOIN organization_members m ON m.org_id = s.org_id AND m.left_at IS NULL
    JOIN users u ON u.user_id = m.user_id AND ${rawSql(ACCOUNT_IS_ACTIVE)}
    LEFT JOIN club_session_answers a ON a.session_id = s.id AND a.user_id = m.user_id
    LEFT JOIN ${LATEST_TICK} tick ON true
    WHERE s.org_id = ${org_id} AND s.id = ${session_id} AND ${beyond}
      AND (tick.came IS NOT NULL OR (NOT ${ticked_only}::boolean
        AND (a.answer IS NOT NULL OR (m.status <> 'suspended' AND ${IS_IN_AUDIENCE}))))
    ORDER BY m.user_id LIMIT ${limit}`);
}

/**
 * Those who come and share their profile with the organization, and the reader. Others take no place in the list, so that neither its
 * length nor its cursors reveal them.
 */
export async function findCompanions(
  db: Queryable,
  filter: SessionId & { readonly reader_id: string; readonly after: string; readonly limit: number },
): Promise<(MemberNameColumns & { user_id: string })[]> {
  const { org_id, session_id, reader_id, after, limit } = filter;
  return await db.query(sql`
    SELECT m.user_id, ${MEMBER_NAME_COLUMNS}
    FROM club_session_answers a
    JOIN organization_members m ON m.org_id = a.org_id AND m.user_id = a.user_id AND m.left_at IS NULL
    JOIN users u ON u.user_id = m.user_id AND ${rawSql(ACCOUNT_IS_ACTIVE)}
    WHERE a.org_id = ${org_id} AND a.session_id = ${session_id} AND a.answer = 'yes' AND NOT a.waits
      AND a.user_id > ${after}::uuid
      AND (a.user_id = ${reader_id} OR ${rawSql(MEMBER_PRIVACY)} -> 'share_profile_info' = 'true')
    ORDER BY a.user_id LIMIT ${limit}`);
}

export type TickLogRow = {
  readonly user_id: string;
  readonly came: boolean;
  readonly ticked_at: Date;
  readonly received_at: Date;
  readonly ticked_by: string | null;
};

/** Every tick of these people, the latest first. */
export async function findTicks(
  db: Queryable,
  { org_id, session_id, user_ids }: SessionId & { readonly user_ids: readonly string[] },
): Promise<TickLogRow[]> {
  if (user_ids.length === 0) return [];
  return await db.query<TickLogRow>(sql`
    SELECT user_id, came, ticked_at, received_at, ticked_by FROM club_session_ticks
    WHERE org_id = ${org_id} AND session_id = ${session_id} AND user_id = ANY(${user_ids}::uuid[])
    ORDER BY user_id, ticked_at DESC, id DESC`);
}

export async function countTicks(
  tx: Transaction,
  { org_id, session_id, user_ids }: SessionId & { readonly user_ids: readonly string[] },
): Promise<Map<string, number>> {
  const rows = await tx.query<{ user_id: string; count: number }>(sql`
    SELECT user_id, count(*)::int AS count FROM club_session_ticks
    WHERE org_id = ${org_id} AND session_id = ${session_id} AND user_id = ANY(${user_ids}::uuid[])
    GROUP BY user_id`);
  return new Map(rows.map(({ user_id, count }) => [user_id, count]));
}

export type NewTick = {
  readonly id: string;
  readonly user_id: string;
  readonly came: boolean;
  readonly ticked_at: Date;
};

/** Adds ticks to the log, except those that are in it already, as when a phone sends its list again. @returns how many are new */
export async function insertTicks(
  tx: Transaction,
  row: SessionId & {
    readonly ticks: readonly NewTick[];
    readonly received_at: Date;
    readonly ticked_by: string;
  },
): Promise<number> {
  return await tx.execute(sql`
    INSERT INTO club_session_ticks (id, org_id, session_id, user_id, came, ticked_at, received_at, ticked_by)
    SELECT d.id, ${row.org_id}, ${row.session_id}, d.user_id, d.came, d.ticked_at, ${row.received_at}, ${row.ticked_by}
    FROM jsonb_to_recordset(${JSON.stringify(row.ticks)}::jsonb) AS d (id uuid, user_id uuid, came boolean, ticked_at timestamptz)
    WHERE NOT EXISTS (
      SELECT FROM club_session_ticks t
      WHERE t.session_id = ${row.session_id} AND t.user_id = d.user_id AND t.came = d.came AND t.ticked_at = d.ticked_at
        AND t.ticked_by = ${row.ticked_by})`);
}

export async function findOwnAttendance(
  db: Queryable,
  { org_id, session_ids, user_id }: { org_id: string; session_ids: readonly string[]; user_id: string },
): Promise<Map<string, Attendance>> {
  if (session_ids.length === 0) return new Map();
  const rows = await db.query<Attendance & { session_id: string }>(sql`
    SELECT DISTINCT ON (session_id) session_id, came, ticked_at, ticked_by FROM club_session_ticks
    WHERE org_id = ${org_id} AND user_id = ${user_id} AND session_id = ANY(${session_ids}::uuid[])
    ORDER BY session_id, ticked_at DESC, id DESC`);
  return new Map(rows.map(({ session_id, ...attendance }) => [session_id, attendance]));
}

export async function countAttendance(
  db: Queryable,
  { org_id, session_id }: SessionId,
): Promise<{ came: number; absent: number }> {
  return await db.one(sql`
    SELECT count(*) FILTER (WHERE latest.came)::int AS came, count(*) FILTER (WHERE NOT latest.came)::int AS absent
    FROM (
      SELECT DISTINCT ON (t.user_id) t.came FROM club_session_ticks t
      JOIN organization_members m ON m.org_id = t.org_id AND m.user_id = t.user_id AND m.left_at IS NULL
      WHERE t.org_id = ${org_id} AND t.session_id = ${session_id}
      ORDER BY t.user_id, t.ticked_at DESC, t.id DESC
    ) latest`);
}

export async function findMembersAmong(
  db: Queryable,
  { org_id, user_ids }: { org_id: string; user_ids: readonly string[] },
): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    SELECT user_id FROM organization_members
    WHERE org_id = ${org_id} AND user_id = ANY(${user_ids}::uuid[]) AND left_at IS NULL`);
  return rows.map(({ user_id }) => user_id);
}
