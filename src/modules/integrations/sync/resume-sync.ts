import type { Database } from '../../../infra/db/database.ts';
import type { JobDefinition, Jobs } from '../../../infra/jobs/index.ts';
import { type Clock, DAY_MS, MINUTE_MS } from '../../../shared/time.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import { findForgottenBackfills } from './backfill-queries.ts';
import { deleteClosedPlatformFetches, findForgottenPlatformFetches } from './platform-fetch-queries.ts';
import { backfillJob, enqueueForAll, platformFetchesJob } from './sync-jobs.ts';
import { deleteOldWithdrawals } from './withdrawal-queries.ts';

/** What has been due for longer has lost its job, which was given up because the database was away or of a fault of ours. */
const FORGOTTEN_MS = 30 * MINUTE_MS;
/** How many athletes one run takes up; the next run takes up the others. */
const BATCH = 500;
/** Done platform fetches are kept as long as a step of a backfill may take, and so that an operator can see what happened yesterday. */
const KEEP_DONE_MS = 2 * DAY_MS;
const KEEP_GIVEN_UP_MS = 90 * DAY_MS;
/** Longer than any question to a platform takes: everything that was asked before a workout was withdrawn is answered by then. */
const KEEP_WITHDRAWN_MS = 2 * DAY_MS;

type ResumeDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueueAll'>;
};

/** Takes up work that has lost its job, and deletes what nobody will ask for any more. */
export async function resumeSync(deps: ResumeDeps): Promise<void> {
  const now_ms = deps.clock.now().getTime();
  const due_before = new Date(now_ms - FORGOTTEN_MS);
  await takeUp(deps, platformFetchesJob, await findForgottenPlatformFetches(deps.db, due_before, BATCH));
  await takeUp(deps, backfillJob, await findForgottenBackfills(deps.db, due_before, BATCH));
  await deleteClosedPlatformFetches(deps.db, {
    done: new Date(now_ms - KEEP_DONE_MS),
    given_up: new Date(now_ms - KEEP_GIVEN_UP_MS),
  });
  await deleteOldWithdrawals(deps.db, new Date(now_ms - KEEP_WITHDRAWN_MS));
}

async function takeUp(
  { db, jobs }: ResumeDeps,
  job: JobDefinition<ConnectionKey>,
  forgotten: readonly ConnectionKey[],
): Promise<void> {
  if (forgotten.length === 0) return;
  await db.transaction((tx) => enqueueForAll(tx, jobs, job, forgotten));
}
