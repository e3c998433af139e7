import type { Transaction } from '../../../infra/db/database.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';

/** A random value in place of the address hash of a deleted person, so that neither their id nor their device's token finds a row. */
export const RANDOM_ADDRESS = rawSql(
  "decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')",
);

/**
 * Removes what could identify a person in their deliveries; the person is deleted in this transaction. A delivery that is being sent
 * keeps its address until its outcome is recorded (`recordAttempts`, `settleAbandoned`).
 */
export async function forgetAddresses(tx: Transaction, user_id: string): Promise<void> {
  // Messages are locked before their deliveries, in the same order as by the deletion of an organization.
  await tx.execute(sql`
    SELECT 1 FROM outgoing_messages WHERE id IN (SELECT outgoing_id FROM deliveries WHERE user_id = ${user_id})
    ORDER BY id FOR KEY SHARE`);
  await tx.execute(sql`
    UPDATE deliveries SET address_hash = ${RANDOM_ADDRESS} WHERE user_id = ${user_id} AND state <> 'sending'`);
}
