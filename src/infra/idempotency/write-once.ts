import { defineError } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import type { Database, Transaction } from '../db/database.ts';
import { sql } from '../db/sql.ts';

/** A client's name of a write that it may repeat: its `Idempotency-Key`, with its owner and the request. */
export type WriteKey = {
  readonly user_id: string;
  readonly key: string;
  readonly fingerprint: Buffer;
};

/** Ids of what a write created or changed; the answer is read by them. */
export type WriteResult = Readonly<Record<string, string | null>>;

export const writeKeyReused = defineError(
  'idempotency_key_reused',
  422,
  'This Idempotency-Key was sent before with another request. Send a new key with each new request, and the old one only to send the same again.',
);

/**
 * Runs `write` in a transaction, at most once per key: a repeated request within 30 days, even concurrent, gets the first
 * result and changes nothing. A failed write is not recorded, so it can be repeated.
 * @throws writeKeyReused where the key came with another request; what `write` throws
 */
export async function writeOnce<R extends WriteResult>(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  write_key: WriteKey | undefined,
  write: (tx: Transaction) => Promise<R>,
): Promise<R> {
  if (write_key === undefined) return await db.transaction(write);
  const { user_id, key, fingerprint } = write_key;
  const whose = sql`user_id = ${user_id} AND key = ${key}`;
  return await db.transaction(async (tx) => {
    // A concurrent second request waits here for the first one's transaction.
    const claimed = await tx.execute(sql`
      INSERT INTO write_keys (user_id, key, fingerprint, created_at)
      VALUES (${user_id}, ${key}, ${fingerprint}, ${clock.now()}) ON CONFLICT DO NOTHING`);
    if (claimed === 0) {
      const before = await tx.one<{ fingerprint: Buffer; result: R }>(
        sql`SELECT fingerprint, result FROM write_keys WHERE ${whose}`,
      );
      if (!before.fingerprint.equals(fingerprint)) throw writeKeyReused();
      return before.result;
    }
    const result = await write(tx);
    await tx.execute(sql`UPDATE write_keys SET result = ${JSON.stringify(result)}::jsonb WHERE ${whose}`);
    return result;
  });
}
