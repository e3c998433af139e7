import type { Database } from '../../infra/db/database.ts';
import { defineJob } from '../../infra/jobs/index.ts';
import { type Clock, DAY_MS } from '../../shared/time.ts';
import { forgetChangesBefore, forgetFormerAthletes, takeTurnToSequence } from './queries.ts';
import { sequenceChanges } from './sequence-changes.ts';

/** How far back changes can be followed. */
export const KEPT_DAYS = 30;
const BATCH = 10_000;

export const keepChangesJob = defineJob<object>({
  name: 'changes.keep',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 3_600,
  schedule: '*/10 * * * *',
  one_running: true,
});

/** Sequences changes that nobody has asked for, and deletes expired ones. */
export async function keepChanges(
  deps: { readonly db: Database; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = deps;
  await sequenceChanges(deps);
  const time = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  for (let forgotten = BATCH; forgotten === BATCH; ) {
    signal.throwIfAborted();
    forgotten = await db.transaction(async (tx) => {
      await takeTurnToSequence(tx);
      return await forgetChangesBefore(tx, { time, limit: BATCH });
    });
  }
  await db.transaction(async (tx) => {
    await takeTurnToSequence(tx);
    await forgetFormerAthletes(tx);
  });
}
