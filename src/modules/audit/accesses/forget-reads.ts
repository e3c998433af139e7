import type { Database } from '../../../infra/db/database.ts';
import { defineJob, handleJob, type JobHandler, type JobRegistration } from '../../../infra/jobs/index.ts';
import { type Clock, DAY_MS } from '../../../shared/time.ts';
import { deleteReadsBefore } from './queries.ts';

const KEPT_DAYS = 365;

const forgetReadsJob = defineJob<object>({
  name: 'audit.forget-reads',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 3_600,
  schedule: '20 4 * * *',
  one_running: true,
});

/** A day of a large instance takes longer than a statement may. */
const ROWS_AT_ONCE = 5_000;

/** Who read what of whom goes after a year; what the audit log says stays. */
export function accessJobs({ db, clock }: { db: Database; clock: Clock }): readonly JobRegistration[] {
  const forget: JobHandler<object> = async (_payload, { signal }) => {
    const day = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
    for (let forgotten = ROWS_AT_ONCE; forgotten === ROWS_AT_ONCE; ) {
      signal.throwIfAborted();
      forgotten = await deleteReadsBefore(db, { day, limit: ROWS_AT_ONCE });
    }
  };
  return [handleJob(forgetReadsJob, forget)];
}
