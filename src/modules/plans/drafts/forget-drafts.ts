import type { Database } from '../../../infra/db/database.ts';
import { defineJob, handleJob, type JobRegistration } from '../../../infra/jobs/index.ts';
import type { Clock } from '../../../shared/time.ts';
import { keptSince } from './draft.ts';
import { deleteDraftsBefore } from './queries.ts';

const forgetDraftsJob = defineJob<object>({
  name: 'plans.forget-drafts',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 3_600,
  schedule: '45 4 * * *',
  one_running: true,
});

/** What is read no more goes. */
export function draftJob({ db, clock }: { db: Database; clock: Clock }): JobRegistration {
  return handleJob(forgetDraftsJob, () => deleteDraftsBefore(db, keptSince(clock.now())));
}
