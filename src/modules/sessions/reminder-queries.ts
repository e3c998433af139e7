import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { sql } from '../../infra/db/sql.ts';
import type { ClubSession } from './club-session.ts';

export type DueSession = Pick<ClubSession, 'id' | 'org_id' | 'title' | 'starts_at' | 'timezone' | 'place'> & {
  readonly org_name: string;
};

/** Takes the next sessions, of all organizations, that begin soon and were not reminded of, and marks them as reminded of. */
export async function takeDueSessions(
  tx: Transaction,
  { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<DueSession[]> {
  return await tx.query<DueSession>(sql`
    WITH next AS (
      SELECT id FROM club_sessions
      WHERE reminded_at IS NULL AND cancelled_at IS NULL AND starts_at > ${now} AND starts_at <= ${until}
      ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE club_sessions s SET reminded_at = ${now} FROM next, organizations o
    WHERE s.id = next.id AND o.org_id = s.org_id
    RETURNING s.id, s.org_id, s.title, s.starts_at, s.timezone, s.place, o.org_name`);
}

export async function findComing(
  db: Queryable,
  session_ids: readonly string[],
): Promise<Map<string, string[]>> {
  if (session_ids.length === 0) return new Map();
  const rows = await db.query<{ session_id: string; user_ids: string[] }>(sql`
    SELECT a.session_id, array_agg(a.user_id ORDER BY a.user_id) AS user_ids
    FROM club_session_answers a
    JOIN organization_members m ON m.org_id = a.org_id AND m.user_id = a.user_id AND m.left_at IS NULL
    WHERE a.session_id = ANY(${session_ids}::uuid[]) AND a.answer = 'yes' AND NOT a.waits
    GROUP BY a.session_id`);
  return new Map(rows.map(({ session_id, user_ids }) => [session_id, user_ids]));
}
