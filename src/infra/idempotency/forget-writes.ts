import { type Clock, DAY_MS } from '../../shared/time.ts';
import type { Database } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { defineJob, handleJob, type JobRegistration } from '../jobs/index.ts';

/** How long a repeated write is recognized: phones come back from holidays without a network. */
const KEPT_MS = 30 * DAY_MS;
const AT_ONCE = 5_000;

const forgetWritesJob = defineJob<object>({
  name: 'idempotency.forget-writes',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 600,
  schedule: '45 3 * * *',
  one_running: true,
});

/** Deletes, once a day, keys of writes that nobody repeats. */
export function idempotencyJobs(deps: {
  readonly db: Database;
  readonly clock: Clock;
}): readonly JobRegistration[] {
  return [
    handleJob(forgetWritesJob, async (_payload, { logger }) => {
      const forgotten = await forgetWrites(deps.db, new Date(deps.clock.now().getTime() - KEPT_MS));
      logger.debug({ forgotten }, 'keys of old writes deleted');
    }),
  ];
}

async function forgetWrites(db: Database, before: Date): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const some = await db.execute(sql`
      DELETE FROM write_keys WHERE (user_id, key) IN (
        SELECT user_id, key FROM write_keys WHERE created_at < ${before} LIMIT ${AT_ONCE})`);
    forgotten += some;
    if (some < AT_ONCE) return forgotten;
  }
}
