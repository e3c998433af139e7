import type { Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';

/** Has programs that follow changes read everything anew: after a backup was restored they have heard more than the database knows. */
export async function beginFeedAnew(tx: Transaction): Promise<void> {
  await tx.execute(sql`UPDATE change_feed SET epoch = gen_random_uuid()`);
}
