import type { Queryable } from '../../infra/db/queryable.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import { IS_AMONG_ATHLETES, MEMBER_PRIVACY } from '../organizations/index.ts';
import { ACCOUNT_IS_ACTIVE } from '../users/index.ts';
import type { AnswerCounts, AnswerWord } from './club-session.ts';
import type { SessionId } from './queries.ts';

/** Of `organization_members m` and `users u`: who lets programs see it. What `dailyCeiling` says of the part `attendance`. */
const IS_SHARED = rawSql(`${MEMBER_PRIVACY} -> 'share_sessions_with_api' = 'true'`);

/** How many of those who share their answers answered what, by session. */
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
  readonly user_id: string;
  readonly privacy: unknown;
  readonly answer: AnswerWord | null;
  readonly answered_at: Date | null;
  readonly waits: boolean;
  readonly came: boolean | null;
  readonly ticked_at: Date | null;
};

/** Who answered or is in the register, of those who share it: in the order of their ids. */
export async function findShared(
  db: Queryable,
  { org_id, session_id, after, limit }: SessionId & { readonly after: string; readonly limit: number },
): Promise<SharedRow[]> {
  return await db.query<SharedRow>(sql`
    SELECT m.user_id, ${rawSql(MEMBER_PRIVACY)} AS privacy, a.answer, a.answered_at, coalesce(a.waits, false) AS waits,
      tick.came, tick.ticked_at
    FROM club_sessions s
    JOIN organization_members m ON m.org_id = s.org_id AND m.left_at IS NULL
    JOIN users u ON u.user_id = m.user_id AND ${rawSql(ACCOUNT_IS_ACTIVE)}
    LEFT JOIN club_session_answers a ON a.session_id = s.id AND a.user_id = m.user_id
    LEFT JOIN LATERAL (
      SELECT t.came, t.ticked_at FROM club_session_ticks t
      WHERE t.session_id = s.id AND t.user_id = m.user_id ORDER BY t.ticked_at DESC, t.id DESC LIMIT 1
    ) tick ON true
    WHERE s.org_id = ${org_id} AND s.id = ${session_id} AND m.user_id > ${after}::uuid AND ${IS_SHARED}
      AND (a.answer IS NOT NULL OR tick.came IS NOT NULL)
    ORDER BY m.user_id LIMIT ${limit}`);
}
