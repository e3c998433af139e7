import type { Transaction } from '../../../infra/db/database.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import { beginBackfill } from './backfill-queries.ts';
import { backfillJob, enqueueFor, platformFetchesJob } from './sync-jobs.ts';

/**
 * Starts to fetch the last two months, in the transaction that stores the connection. Connecting again while that is running changes
 * nothing; afterwards it fetches what was missed since the last sync, and what was left to ask when the connection was lost.
 */
export async function startBackfill(
  tx: Transaction,
  deps: { readonly jobs: Pick<Jobs, 'enqueue'> },
  { user_id, provider, now }: ConnectionKey & { now: Date },
): Promise<void> {
  const key = { user_id, provider };
  await beginBackfill(tx, key, now);
  await enqueueFor(tx, deps.jobs, backfillJob, key);
  await enqueueFor(tx, deps.jobs, platformFetchesJob, key);
}
