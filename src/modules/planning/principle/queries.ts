import type { Queryable, Transaction } from '../../../infra/db/queryable.ts';
import { sql } from '../../../infra/db/sql.ts';

/** The training principles of a coach and of the organization; null where there is none. */
export type StoredPrinciples = { readonly coach: string | null; readonly organization: string | null };

export async function findPrinciples(
  db: Queryable,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<StoredPrinciples> {
  return await db.one<StoredPrinciples>(sql`
    SELECT (SELECT c.training_principle FROM coach_principles c WHERE c.user_id = ${user_id}) AS coach,
      (SELECT o.settings ->> 'training_principle' FROM organizations o WHERE o.org_id = ${org_id}) AS organization`);
}

export async function upsertCoachPrinciple(
  tx: Transaction,
  row: { user_id: string; training_principle: string; updated_at: Date },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO coach_principles (user_id, training_principle, updated_at)
    VALUES (${row.user_id}, ${row.training_principle}, ${row.updated_at})
    ON CONFLICT (user_id) DO UPDATE
      SET training_principle = excluded.training_principle, updated_at = excluded.updated_at
      WHERE coach_principles.training_principle <> excluded.training_principle`);
}

export async function deleteCoachPrinciple(tx: Transaction, user_id: string): Promise<void> {
  await tx.execute(sql`DELETE FROM coach_principles WHERE user_id = ${user_id}`);
}

export async function findOwnPrinciple(
  db: Queryable,
  user_id: string,
): Promise<{ training_principle: string; updated_at: Date } | null> {
  return await db.maybeOne(sql`
    SELECT training_principle, updated_at FROM coach_principles WHERE user_id = ${user_id}`);
}
