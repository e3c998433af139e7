import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';

/** The positions of the notices by which a platform last deleted a workout and last hid it; null where it has not. */
export type Withdrawal = {
  readonly external_id: string;
  readonly deleted_position: number | null;
  readonly hidden_position: number | null;
};

/** Stores that a platform has withdrawn workouts. Of two notices about one the later counts, whichever comes first. */
export async function saveWithdrawals(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
  withdrawals: readonly Withdrawal[],
  now: Date,
): Promise<void> {
  const byId = Map.groupBy(withdrawals, ({ external_id }) => external_id);
  const said = [...byId].map(([external_id, words]) => ({
    external_id,
    deleted_position: greatest(words.map(({ deleted_position }) => deleted_position)),
    hidden_position: greatest(words.map(({ hidden_position }) => hidden_position)),
  }));
  await tx.execute(sql`
    INSERT INTO platform_withdrawals AS w
      (user_id, provider, external_id, deleted_position, hidden_position, withdrawn_at)
    SELECT ${user_id}::uuid, ${provider}, external_id, deleted_position, hidden_position, ${now}::timestamptz
    FROM unnest(
      ${said.map(({ external_id }) => external_id)}::text[],
      ${said.map(({ deleted_position }) => deleted_position)}::bigint[],
      ${said.map(({ hidden_position }) => hidden_position)}::bigint[]
    ) AS said (external_id, deleted_position, hidden_position)
    ON CONFLICT (user_id, provider, external_id) DO UPDATE
    SET deleted_position = greatest(w.deleted_position, excluded.deleted_position),
      hidden_position = greatest(w.hidden_position, excluded.hidden_position),
      withdrawn_at = excluded.withdrawn_at`);
}

function greatest(positions: readonly (number | null)[]): number | null {
  return positions.reduce((most, one) => (one === null ? most : Math.max(most ?? 0, one)), null);
}

export async function findWithdrawals(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
  external_ids: readonly string[],
): Promise<Map<string, Withdrawal>> {
  const rows = await tx.query<Withdrawal>(sql`
    SELECT external_id, deleted_position, hidden_position FROM platform_withdrawals
    WHERE user_id = ${user_id} AND provider = ${provider} AND external_id = ANY(${external_ids}::text[])`);
  return new Map(rows.map((row) => [row.external_id, row]));
}

/** Deletes old withdrawals once nothing older can come any more, since all posts that were accepted before them are processed. */
export async function deleteOldWithdrawals(db: Queryable, before: Date): Promise<number> {
  return await db.execute(sql`
    DELETE FROM platform_withdrawals
    WHERE withdrawn_at < ${before} AND NOT EXISTS (
      SELECT FROM webhook_deliveries d WHERE d.position < greatest(deleted_position, hidden_position))`);
}
