import type { Database } from '../../infra/db/database.ts';
import type { ObjectStore } from '../../infra/object-store/index.ts';
import type { Clock } from '../../shared/time.ts';
import { markFailed } from './queries.ts';
import { removeArchives } from './remove-archives.ts';

const FAILED_MESSAGE =
  'The export could not be completed. Create a new one; if that fails too, ask the operator.';

/** Fails exports that nobody works on and deletes their files; ended ones stay. */
export async function failExports(
  deps: { db: Database; store: ObjectStore; clock: Clock },
  ids: readonly string[],
): Promise<void> {
  const failed = await markFailed(deps.db, ids, {
    error_message: FAILED_MESSAGE,
    completed_at: deps.clock.now(),
  });
  for (const job of failed) await removeArchives(deps.store, job);
}
