import type { Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';

/**
 * Ends what was being sent when a backup was made, in a database that was restored from it: nobody knows what has gone out since. Its
 * deliveries become `unknown`, and campaigns whose time has passed meanwhile become drafts.
 *
 * @returns how many deliveries and campaigns
 */
export async function holdOutgoing(
  tx: Transaction,
  now: Date,
): Promise<{ deliveries: number; campaigns: number }> {
  const deliveries = await tx.execute(sql`
    UPDATE deliveries SET state = 'unknown', claim = NULL, reason = 'restored' WHERE state IN ('waiting', 'sending')`);
  await tx.execute(sql`UPDATE outgoing_messages SET state = 'sending' WHERE state = 'spreading'`);
  const campaigns = await tx.execute(sql`
    UPDATE campaigns SET state = 'draft', scheduled_at = NULL, updated_at = ${now}
    WHERE state = 'scheduled' AND scheduled_at <= ${now}`);
  return { deliveries, campaigns };
}
