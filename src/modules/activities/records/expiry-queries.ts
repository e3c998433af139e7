import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { type Sql, sql } from '../../../infra/db/sql.ts';
import type { Expiry } from '../../../privacy/index.ts';

/** Includes records of deleted activities, whose identifying values were reported too. */
function due(expiring: readonly Expiry[]): Sql {
  return sql`
    unnest(${expiring.map(({ source }) => source)}::text[], ${expiring.map(({ up_to }) => up_to)}::timestamptz[])
      AS expiring(source, up_to)
    JOIN activity_records r
      ON r.source = expiring.source AND r.created_at <= expiring.up_to AND r.expired_at IS NULL`;
}

export async function findPeopleWithExpiring(
  db: Queryable,
  input: { expiring: readonly Expiry[]; after: string | null; limit: number },
): Promise<string[]> {
  const { after, limit } = input;
  const rows = await db.query<{ user_id: string }>(sql`
    SELECT DISTINCT r.user_id FROM ${due(input.expiring)}
    WHERE ${after}::uuid IS NULL OR r.user_id > ${after}::uuid
    ORDER BY r.user_id LIMIT ${limit}`);
  return rows.map(({ user_id }) => user_id);
}

/** An athlete's records whose time is over, the oldest first. */
export async function findExpiringIds(
  db: Queryable,
  input: { user_id: string; expiring: readonly Expiry[]; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    SELECT r.id FROM ${due(input.expiring)} WHERE r.user_id = ${input.user_id}
    ORDER BY r.created_at, r.id LIMIT ${input.limit}`);
  return rows.map(({ id }) => id);
}

export type ExpiredRecord = {
  readonly id: string;
  readonly source: string;
  readonly external_id: string | null;
  readonly key: string;
};

/** Keeps only the records' names; non-null columns become placeholders that nothing matches. */
export async function saveExpired(
  tx: Transaction,
  { user_id, records, now }: { user_id: string; records: readonly ExpiredRecord[]; now: Date },
): Promise<void> {
  if (records.length === 0) return;
  await tx.execute(sql`
    INSERT INTO activity_records (id, user_id, source, external_id, key, sport_type, start_time, start_is, duration_s,
      created_at, updated_at, expired_at)
    SELECT given.*, 'other', ${now}, 'day', 0, ${now}, ${now}, ${now}
    FROM (SELECT id, ${user_id}::uuid, source, external_id, key FROM unnest(
      ${records.map(({ id }) => id)}::uuid[], ${records.map(({ source }) => source)}::text[],
      ${records.map(({ external_id }) => external_id)}::text[], ${records.map(({ key }) => key)}::text[]
    ) AS one(id, source, external_id, key)) AS given`);
}
