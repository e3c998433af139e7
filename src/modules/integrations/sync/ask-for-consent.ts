import type { Transaction } from '../../../infra/db/database.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import { CONSENT } from './platform-fetch.ts';
import { insertPlatformFetches } from './platform-fetch-queries.ts';
import { enqueueFor, platformFetchesJob } from './sync-jobs.ts';

/** Asks the platform, by a job, whether an athlete's consent stands. The caller holds the connection. */
export async function askForConsent(
  tx: Transaction,
  deps: { readonly jobs: Pick<Jobs, 'enqueue'> },
  { user_id, provider, now }: ConnectionKey & { now: Date },
): Promise<void> {
  const key = { user_id, provider };
  await insertPlatformFetches(tx, key, [CONSENT], now);
  await enqueueFor(tx, deps.jobs, platformFetchesJob, key);
}
