import type { Transaction } from '../../../infra/db/database.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';

/** Instead of an address of somebody who is no more: whoever knows their id, or their device's token, finds nothing by it. */
export const RANDOM_ADDRESS = rawSql(
  "decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')",
);

/**
 * Leaves nothing to recognize a person by in what went out to them, who is deleted in this transaction. What is being sent at this
 * moment keeps its address until it is written down what became of it (`recordAttempts`, `settleAbandoned`).
 */
export async function forgetAddresses(tx: Transaction, user_id: string): Promise<void> {
  // Messages before their deliveries, as where an organization goes with both.
  await tx.execute(sql`
    SELECT 1 FROM outgoing_messages WHERE id IN (SELECT outgoing_id FROM deliveries WHERE user_id = ${user_id})
    ORDER BY id FOR KEY SHARE`);
  await tx.execute(sql`
    UPDATE deliveries SET address_hash = ${RANDOM_ADDRESS} WHERE user_id = ${user_id} AND state <> 'sending'`);
}
