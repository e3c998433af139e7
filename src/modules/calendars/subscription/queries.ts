import type { Queryable } from '../../../infra/db/queryable.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { PlanToExport } from '../../plans/index.ts';

export async function replaceLink(
  db: Queryable,
  { user_id, token_hash, now }: { user_id: string; token_hash: Buffer; now: Date },
): Promise<void> {
  await db.execute(sql`
    INSERT INTO calendar_links (user_id, token_hash, created_at) VALUES (${user_id}, ${token_hash}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, created_at = excluded.created_at`);
}

export async function findLink(db: Queryable, user_id: string): Promise<{ created_at: Date } | null> {
  return await db.maybeOne<{ created_at: Date }>(
    sql`SELECT created_at FROM calendar_links WHERE user_id = ${user_id}`,
  );
}

export async function deleteLink(db: Queryable, user_id: string): Promise<void> {
  await db.execute(sql`DELETE FROM calendar_links WHERE user_id = ${user_id}`);
}

export async function findLinkOwner(db: Queryable, token_hash: Buffer): Promise<string | null> {
  const row = await db.maybeOne<{ user_id: string }>(
    sql`SELECT user_id FROM calendar_links WHERE token_hash = ${token_hash}`,
  );
  return row?.user_id ?? null;
}

/** A person's plans that end on a day or later, latest start first, then by id. */
export async function findOwnPlansSince(
  db: Queryable,
  { user_id, since, limit }: { user_id: string; since: string; limit: number },
): Promise<PlanToExport[]> {
  return await db.query<PlanToExport>(sql`
    SELECT a.id, p.title, p.language, a.updated_at, a.workouts
    FROM plan_assignments a JOIN plans p ON p.org_id = a.org_id AND p.id = a.plan_id
    WHERE a.user_id = ${user_id} AND a.ended_at IS NULL AND a.end_date >= ${since}::date
    ORDER BY a.start_date DESC, a.id DESC LIMIT ${limit}`);
}
