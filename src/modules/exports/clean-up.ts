import type { Database } from '../../infra/db/database.ts';
import { defineJob, type Jobs } from '../../infra/jobs/index.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import { isUuid } from '../../shared/ids.ts';
import { type Clock, DAY_MS } from '../../shared/time.ts';
import { deleteOldClosings } from './archive-queries.ts';
import { ARCHIVES, REMEMBERED_MS, RETENTION_MS } from './export-job.ts';
import { failExports } from './fail-exports.ts';
import { deleteForgotten, listExpired, markDeleted } from './queries.ts';
import { type RunExportPayload, runExportJob } from './run-export-job.ts';

export const cleanUpJob = defineJob<object>({
  name: 'exports.clean-up',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 1_800,
  schedule: '*/10 * * * *',
  one_running: true,
});

type CleanUpDeps = {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'listFailed'>;
};

/** Removes archives whose retention is over, and what interrupted work has left behind. */
export async function cleanUp(deps: CleanUpDeps, signal: AbortSignal): Promise<void> {
  await deleteExpired(deps, signal);
  await failAbandoned(deps);
  await deleteStrays(deps, signal);
  await deleteForgotten(deps.db, new Date(deps.clock.now().getTime() - REMEMBERED_MS));
  await deleteOldClosings(deps.db, CLOSINGS_KEPT_DAYS);
}

/** Past the seven days of an archive and the hours that making one may take. */
const CLOSINGS_KEPT_DAYS = 10;

const BATCH = 100;

/** First the file, then the record, so that a crash loses neither. */
async function deleteExpired({ db, store, clock }: CleanUpDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const expired = await listExpired(db, clock.now(), BATCH);
    for (const { object_key } of expired) {
      signal.throwIfAborted();
      await store.delete(object_key);
    }
    if (expired.length > 0) {
      const ids = expired.map(({ id }) => id);
      await markDeleted(db, ids);
    }
    if (expired.length < BATCH) return;
  }
}

const MOST_FAILED = 1_000;

/** A process that died could not record an end; the queue knows the exports it gave up. */
async function failAbandoned(deps: CleanUpDeps): Promise<void> {
  const failed = await deps.jobs.listFailed({ name: runExportJob.name, limit: MOST_FAILED });
  const ids = failed
    .map(({ payload }) => String((payload as Partial<RunExportPayload>).export_id))
    .filter(isUuid);
  if (ids.length > 0) await failExports(deps, ids);
}

/** Past any use: its record is gone (with its organization), or a crash came between archive and record. */
async function deleteStrays({ store, clock }: CleanUpDeps, signal: AbortSignal): Promise<void> {
  const before = clock.now().getTime() - RETENTION_MS - DAY_MS;
  for await (const { key, modified_at } of store.list(ARCHIVES)) {
    signal.throwIfAborted();
    if (modified_at.getTime() < before) await store.delete(key);
  }
}
