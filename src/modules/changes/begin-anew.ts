import type { Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';

/** Makes programs that follow changes read everything again: after restoring a backup they know more than the database. */
export async function beginFeedAnew(tx: Transaction): Promise<void> {
  await tx.execute(sql`UPDATE change_feed SET epoch = gen_random_uuid()`);
}
