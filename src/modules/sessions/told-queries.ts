import type { Queryable } from '../../infra/db/queryable.ts';
import { sql } from '../../infra/db/sql.ts';
import type { SessionId } from './queries.ts';

/** A session with the name of its organization, as people are told of it; null when it was deleted. */
export async function findToldSession(
  db: Queryable,
  { org_id, session_id }: SessionId,
): Promise<ToldSession | null> {
  const row = await db.maybeOne<Omit<ToldSession, 'starts_at'> & { starts_at: Date }>(sql`
    SELECT s.id AS session_id, s.org_id, o.org_name, s.title, s.starts_at, s.timezone, s.place, s.coach_user_id
    FROM club_sessions s JOIN organizations o USING (org_id) WHERE s.org_id = ${org_id} AND s.id = ${session_id}`);
  return row && { ...row, starts_at: row.starts_at.toISOString() };
}

export type ToldSession = {
  readonly session_id: string;
  readonly org_id: string;
  readonly org_name: string;
  readonly title: string;
  /** ISO 8601. */
  readonly starts_at: string;
  readonly timezone: string;
  readonly place: string;
  readonly coach_user_id: string | null;
};
