import type { Queryable } from '../../src/infra/db/database.ts';
import { sql } from '../../src/infra/db/sql.ts';
import type { DemoClub } from './club.ts';

export type FilledClub = { org_id: string; head_coach_user_id: string; created_at: Date };

/** The club that was filled in here; null when there is none. */
export async function findClub(db: Queryable, club: DemoClub): Promise<FilledClub | null> {
  return await db.maybeOne<FilledClub>(sql`
    SELECT o.org_id, o.head_coach_user_id, o.created_at
    FROM organizations o JOIN users u ON u.user_id = o.head_coach_user_id
    WHERE lower(u.email) = lower(${headCoachOf(club).email})
    ORDER BY o.created_at, o.org_id
    LIMIT 1`);
}

export async function hasUsers(db: Queryable): Promise<boolean> {
  const { found } = await db.one<{ found: boolean }>(sql`SELECT EXISTS (SELECT 1 FROM users) AS found`);
  return found;
}

export function headCoachOf(club: DemoClub): DemoClub['coaches'][number] {
  const coach = club.coaches.find(({ role }) => role === 'head_coach');
  if (coach === undefined) throw new Error('The demo club has no head coach.');
  return coach;
}
