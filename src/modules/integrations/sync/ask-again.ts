import type { Database } from '../../../infra/db/database.ts';
import type { JobDefinition, Jobs } from '../../../infra/jobs/index.ts';
import type { Clock } from '../../../shared/time.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import { holdPerson } from './hold-person.ts';
import { reopenBackfill, reopenPlatformFetches } from './operator-queries.ts';
import { backfillJob, enqueueFor, platformFetchesJob } from './sync-jobs.ts';

/** The jobs that a caller of `askAgain` needs. */
export const ASK_AGAIN_JOBS: readonly JobDefinition<ConnectionKey>[] = [platformFetchesJob, backfillJob];

/**
 * Asks a platform again for everything that it did not give of an athlete.
 *
 * @returns how many things; 0 also where nobody is connected
 */
export async function askAgain(
  { db, clock, jobs }: { readonly db: Database; readonly clock: Clock; readonly jobs: Pick<Jobs, 'enqueue'> },
  key: ConnectionKey,
): Promise<number> {
  return await db.transaction(async (tx) => {
    if ((await holdPerson(tx, key)) === null) return 0;
    const now = clock.now();
    const platformFetches = await reopenPlatformFetches(tx, key, now);
    const backfills = await reopenBackfill(tx, key, now);
    if (platformFetches > 0) await enqueueFor(tx, jobs, platformFetchesJob, key);
    if (backfills > 0) await enqueueFor(tx, jobs, backfillJob, key);
    return platformFetches + backfills;
  });
}
