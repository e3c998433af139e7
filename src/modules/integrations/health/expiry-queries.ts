import type { Queryable, Transaction } from '../../../infra/db/queryable.ts';
import { type Sql, sql } from '../../../infra/db/sql.ts';
import type { Expiry } from '../../../privacy/index.ts';

function due(expiring: readonly Expiry[]): Sql {
  return sql`
    unnest(${expiring.map(({ source }) => source)}::text[], ${expiring.map(({ up_to }) => up_to)}::timestamptz[])
      AS expiring(source, up_to)
    JOIN health_days d
      ON d.source = expiring.source AND d.created_at <= expiring.up_to AND d.expired_at IS NULL`;
}

export async function findPeopleWithExpiring(
  db: Queryable,
  input: { expiring: readonly Expiry[]; after: string | null; limit: number },
): Promise<string[]> {
  const { after, limit } = input;
  const rows = await db.query<{ user_id: string }>(sql`
    SELECT DISTINCT d.user_id FROM ${due(input.expiring)}
    WHERE ${after}::uuid IS NULL OR d.user_id > ${after}::uuid
    ORDER BY d.user_id LIMIT ${limit}`);
  return rows.map(({ user_id }) => user_id);
}

/** Empties a person's days whose time is over, locked in the order of all writers of days. @returns the days with their sources */
export async function emptyExpiring(
  tx: Transaction,
  input: { user_id: string; expiring: readonly Expiry[]; limit: number; now: Date },
): Promise<{ day: string; source: string }[]> {
  return await tx.query(sql`
    UPDATE health_days SET activity = NULL, sleep = NULL, hrv = NULL, heart_rate = NULL, updated_at = ${input.now},
      expired_at = ${input.now}
    FROM (
      SELECT d.day, d.source FROM ${due(input.expiring)} WHERE d.user_id = ${input.user_id}
      ORDER BY d.day, d.source LIMIT ${input.limit} FOR UPDATE OF d
    ) AS over
    WHERE health_days.user_id = ${input.user_id} AND health_days.day = over.day AND health_days.source = over.source
    RETURNING to_char(health_days.day, 'YYYY-MM-DD') AS day, health_days.source`);
}

/** Deletes what a phone measured on these days. @returns the number of samples */
export async function deleteSamples(
  tx: Transaction,
  { user_id, days }: { user_id: string; days: readonly string[] },
): Promise<number> {
  return await tx.execute(
    sql`DELETE FROM health_samples WHERE user_id = ${user_id} AND day = ANY(${days}::date[])`,
  );
}
