import type { Database } from '../../infra/db/database.ts';
import { defineJob } from '../../infra/jobs/index.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import { isUuid } from '../../shared/ids.ts';
import { type Clock, DAY_MS } from '../../shared/time.ts';
import { findFileIds } from './queries.ts';
import { fileIdOf, UPLOADS } from './uploaded-file.ts';

export const cleanUpJob = defineJob<object>({
  name: 'activities.clean-up',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 6 * 3_600,
  schedule: '50 3 * * *',
  one_running: true,
});

/** A younger object may still get its row: an upload takes minutes at most. */
const LEAST_AGE_MS = DAY_MS;
const BATCH = 500;

/**
 * Deletes uploaded files without a row: after a crash between file and row, or a failed deletion. They show where
 * somebody was, and their owner believes them gone.
 */
export async function cleanUp(
  { db, store, clock }: { db: Database; store: ObjectStore; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const before = clock.now().getTime() - LEAST_AGE_MS;
  const deleteStrays = async (keys: readonly string[]): Promise<void> => {
    const known = await findFileIds(db, keys.map(fileIdOf).filter(isUuid));
    for (const key of keys) {
      signal.throwIfAborted();
      if (!known.has(fileIdOf(key))) await store.delete(key);
    }
  };
  let keys: string[] = [];
  for await (const { key, modified_at } of store.list(UPLOADS)) {
    signal.throwIfAborted();
    if (modified_at.getTime() < before) keys.push(key);
    if (keys.length === BATCH) {
      await deleteStrays(keys);
      keys = [];
    }
  }
  await deleteStrays(keys);
}
