import type { Queryable } from '../../infra/db/queryable.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import { IS_AMONG_ATHLETES, MEMBER_PRIVACY } from '../organizations/index.ts';
import { ACCOUNT_IS_ACTIVE } from '../users/index.ts';
import type { AnswerCounts, AnswerWord } from './club-session.ts';
import type { SessionId } from './queries.ts';

/**
 * SQL over `organization_members m` and `users u`: whether programs may see a member's attendance. It must agree with `dailyCeiling`
 * for the part `attendance`.
 */
const IS_SHARED = rawSql(`${MEMBER_PRIVACY} -> 'share_sessions_with_api' = 'true'`);

export async function countShared(
  db: Queryable,
  { org_id, session_ids }: { readonly org_id: string; readonly session_ids: readonly string[] },
): Promise<Map<string, AnswerCounts>> {
  if (session_ids.length === 0) return new Map();
  const rows = await db.query<AnswerCounts & { session_id: string }>(sql`
    SELECT a.session_id, count(*) FILTER (WHERE a.answer = 'yes' AND NOT a.waits)::int AS yes,
      count(*) FILTER (WHERE a.answer = 'maybe')::int AS maybe, count(*) FILTER (WHERE a.answer = 'no')::int AS no,
      count(*) FILTER (WHERE a.waits)::int AS waiting
    FROM club_session_answers a
    JOIN organization_members m ON m.org_id = a.org_id AND m.user_id = a.user_id
    JOIN users u ON u.user_id = m.user_id
    WHERE a.org_id = ${org_id} AND a.session_id = ANY(${session_ids}::uuid[]) AND ${IS_AMONG_ATHLETES} AND ${IS_SHARED}
    GROUP BY a.session_id`);
  return new Map(rows.map(({ session_id, ...counts }) => [session_id, counts]));
}

export type SharedRow = {
  readonly session_id: string;
  readonly user_id: string;
  readonly privacy: unknown;
  readonly answer: AnswerWord | null;
  readonly answered_at: Date | null;
  readonly waits: boolean;
  readonly came: boolean | null;
  readonly ticked_at: Date | null;
};

const SHARED_COLUMNS = rawSql(`m.user_id, ${MEMBER_PRIVACY} AS privacy, a.answer, a.answered_at,
  coalesce(a.waits, false) AS waits, tick.came, tick.ticked_at`);

/** SQL that joins a member `m`'s answer to a session, and the latest tick on them. */
const joinedOf = (session_id: string) =>
  rawSql(`LEFT JOIN club_session_answers a ON a.session_id = ${session_id} AND a.user_id = m.user_id
    LEFT JOIN LATERAL (
      SELECT t.came, t.ticked_at FROM club_session_ticks t
      WHERE t.session_id = ${session_id} AND t.user_id = m.user_id ORDER BY t.ticked_at DESC, t.id DESC LIMIT 1
    ) tick ON true`);

/** Members who answered or are in the register and share it, in the order of their ids. */
export async function findShared(
  db: Queryable,
  { org_id, session_id, after, limit }: SessionId & { readonly after: string; readonly limit: number },
): Promise<SharedRow[]> {
  return await db.query<SharedRow>(sql`
    SELECT s.id AS session_id, ${SHARED_COLUMNS}
    FROM club_sessions s
    JOIN organization_members m ON m.org_id = s.org_id AND m.left_at IS NULL
    JOIN users u ON u.user_id = m.user_id AND ${rawSql(ACCOUNT_IS_ACTIVE)}
    ${joinedOf('s.id')}
    WHERE s.org_id = ${org_id} AND s.id = ${session_id} AND m.user_id > ${after}::uuid AND ${IS_SHARED}
      AND (a.answer IS NOT NULL OR tick.came IS NOT NULL)
    ORDER BY m.user_id LIMIT ${limit}`);
}

export type AttendanceId = { readonly user_id: string; readonly session_id: string };

export async function findSharedOf(
  db: Queryable,
  { org_id, asked }: { readonly org_id: string; readonly asked: readonly AttendanceId[] },
): Promise<SharedRow[]> {
  if (asked.length === 0) return [];
  return await db.query<SharedRow>(sql`
    SELECT s.id AS session_id, ${SHARED_COLUMNS}
    FROM unnest(${asked.map(({ user_id }) => user_id)}::uuid[], ${asked.map(({ session_id }) => session_id)}::uuid[])
      AS asked (user_id, session_id)
    JOIN club_sessions s ON s.org_id = ${org_id} AND s.id = asked.session_id
    JOIN organization_members m ON m.org_id = s.org_id AND m.user_id = asked.user_id AND m.left_at IS NULL
    JOIN users u ON u.user_id = m.user_id AND ${rawSql(ACCOUNT_IS_ACTIVE)}
    ${joinedOf('s.id')}
    WHERE ${IS_SHARED} AND (a.answer IS NOT NULL OR tick.came IS NOT NULL)`);
}

export type PageOfShared = {
  readonly org_id: string;
  readonly user_ids: readonly string[];
  readonly after: AttendanceId | null;
  readonly limit: number;
};

/** What these athletes share, ordered by athlete and then by session, by their ids. */
export async function findSharedAfter(db: Queryable, page: PageOfShared): Promise<SharedRow[]> {
  const { org_id, user_ids, after, limit } = page;
  if (user_ids.length === 0) return [];
  const isOnPage =
    after === null
      ? sql`true`
      : sql`(k.user_id, k.session_id) > (${after.user_id}::uuid, ${after.session_id}::uuid)`;
  return await db.query<SharedRow>(sql`
    SELECT k.session_id, ${SHARED_COLUMNS}
    FROM (
      SELECT user_id, session_id FROM club_session_answers
      WHERE org_id = ${org_id} AND user_id = ANY(${user_ids}::uuid[])
      UNION
      SELECT user_id, session_id FROM club_session_ticks
      WHERE org_id = ${org_id} AND user_id = ANY(${user_ids}::uuid[])
    ) k
    JOIN organization_members m ON m.org_id = ${org_id} AND m.user_id = k.user_id AND m.left_at IS NULL
    JOIN users u ON u.user_id = m.user_id AND ${rawSql(ACCOUNT_IS_ACTIVE)}
    ${joinedOf('k.session_id')}
    WHERE ${isOnPage} AND ${IS_SHARED}
    ORDER BY k.user_id, k.session_id LIMIT ${limit}`);
}
