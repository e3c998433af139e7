import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { Owned } from './queries.ts';

export type RulingRow = { readonly record_a: string; readonly record_b: string; readonly same: boolean };

export async function findRulings(db: Queryable, user_id: string): Promise<RulingRow[]> {
  return await db.query<RulingRow>(sql`
    SELECT record_a, record_b, same FROM activity_rulings WHERE user_id = ${user_id} ORDER BY record_a, record_b`);
}

/** Stores decisions that pairs of records are or are not one activity, replacing earlier ones. */
export async function saveRulings(
  tx: Transaction,
  given: { user_id: string; pairs: readonly (readonly [string, string])[]; same: boolean; now: Date },
): Promise<void> {
  if (given.pairs.length === 0) return;
  await tx.execute(sql`
    INSERT INTO activity_rulings (user_id, record_a, record_b, same, ruled_at)
    SELECT ${given.user_id}, least(a, b), greatest(a, b), ${given.same}, ${given.now}
    FROM unnest(${given.pairs.map(([a]) => a)}::uuid[], ${given.pairs.map(([, b]) => b)}::uuid[]) AS pair(a, b)
    ON CONFLICT (user_id, record_a, record_b) DO UPDATE SET same = excluded.same, ruled_at = excluded.ruled_at`);
}

/** Forgets what was said of each two of the records. */
export async function deleteRulingsAmong(tx: Transaction, { user_id, ids }: Owned): Promise<void> {
  await tx.execute(sql`
    DELETE FROM activity_rulings
    WHERE user_id = ${user_id} AND record_a = ANY(${ids}::uuid[]) AND record_b = ANY(${ids}::uuid[])`);
}
