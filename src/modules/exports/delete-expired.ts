import type { Database } from '../../infra/db/database.ts';
import { defineJob } from '../../infra/jobs/index.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import type { Clock } from '../../shared/time.ts';
import { listExpired, markDeleted } from './queries.ts';

export const deleteExpiredJob = defineJob<object>({
  name: 'exports.delete-expired',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 1_800,
  schedule: '17 * * * *',
  one_running: true,
});

const BATCH = 100;

/** Removes archives whose retention is over: first the file, then the record, so that a crash in between loses neither. */
export async function deleteExpired(
  deps: { db: Database; store: ObjectStore; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const expired = await listExpired(deps.db, deps.clock.now(), BATCH);
    for (const { object_key } of expired) {
      signal.throwIfAborted();
      await deps.store.delete(object_key);
    }
    if (expired.length > 0) {
      await markDeleted(
        deps.db,
        expired.map(({ id }) => id),
      );
    }
    if (expired.length < BATCH) return;
  }
}
