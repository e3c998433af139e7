import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import { ACCOUNT_IS_ACTIVE } from '../users/index.ts';
import { CONCERNS, type SessionId } from './queries.ts';

/** A session with a person who asks for it, a coach or a member of its organization. */
export type AskedSession = SessionId & { readonly user_id: string; readonly is_coach: boolean };

/**
 * For each, in the given order, whether the session exists and the person may see it. Coaches may see every one; members those that are
 * for them, that they answered, or at which they were. The caller knows who is a coach. One statement serves all.
 */
export async function findSeenSessions(db: Queryable, asked: readonly AskedSession[]): Promise<boolean[]> {
  if (asked.length === 0) return [];
  const member_ids = asked.map(({ user_id, is_coach }) => (is_coach ? null : user_id));
  const rows = await db.query<{ place: number }>(sql`
    SELECT asked.place::int AS place
    FROM unnest(${asked.map(({ org_id }) => org_id)}::uuid[], ${asked.map(({ session_id }) => session_id)}::uuid[],
      ${member_ids}::uuid[]) WITH ORDINALITY AS asked (org_id, session_id, member_id, place)
    JOIN club_sessions s ON s.org_id = asked.org_id AND s.id = asked.session_id
    WHERE asked.member_id IS NULL OR EXISTS (
      SELECT FROM organization_members m JOIN users u ON u.user_id = m.user_id AND ${rawSql(ACCOUNT_IS_ACTIVE)}
      WHERE m.org_id = s.org_id AND m.user_id = asked.member_id AND m.left_at IS NULL AND m.status <> 'suspended'
        AND ${CONCERNS})`);
  const found = new Set(rows.map(({ place }) => place));
  return asked.map((_, index) => found.has(index + 1));
}

/** People who said yes or maybe, who wait for a place, or who are in the register, whether they are members still or not. */
export async function findInvolvedInSession(
  db: Queryable,
  { org_id, session_id }: SessionId,
): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    SELECT user_id FROM club_session_answers
    WHERE org_id = ${org_id} AND session_id = ${session_id} AND answer <> 'no'
    UNION SELECT user_id FROM club_session_ticks WHERE org_id = ${org_id} AND session_id = ${session_id}
    ORDER BY user_id`);
  return rows.map(({ user_id }) => user_id);
}

/** Keeps a session from being deleted until the transaction ends. @returns false where there is none */
export async function holdSession(tx: Transaction, { org_id, session_id }: SessionId): Promise<boolean> {
  const held = await tx.execute(sql`
    SELECT 1 FROM club_sessions WHERE org_id = ${org_id} AND id = ${session_id} FOR KEY SHARE`);
  return held === 1;
}
