import type { Database } from '../../../infra/db/database.ts';
import { defineJob, handleJob, type JobRegistration } from '../../../infra/jobs/index.ts';
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

/** Records of reads are deleted after a year; the audit log stays. */
export function accessJobs({ db, clock }: { db: Database; clock: Clock }): readonly JobRegistration[] {
  const forget = () => deleteReadsBefore(db, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS));
  return [handleJob(forgetReadsJob, forget)];
}
