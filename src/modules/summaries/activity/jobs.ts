import type { Database } from '../../../infra/db/database.ts';
import { defineJob, handleJob, type JobRegistration, type Jobs } from '../../../infra/jobs/index.ts';
import { type Clock, MINUTE_MS } from '../../../shared/time.ts';
import { type ActivitiesStored, activitiesStored } from '../../activities/index.ts';
import { DELAY_MS, type SummarizeDeps, summarizeActivities } from './summarize-activities.ts';

/** One waits for each athlete and minute, and one runs: it finds whatever there is to be written by then. */
export const summarizeActivitiesJob = defineJob<ActivitiesStored>({
  name: 'summaries.activities',
  payload: activitiesStored.job.payload,
  retry: { limit: 8, delay_s: 30, backoff: true, max_delay_s: 3_600 },
  // A model takes its time.
  expire_in_s: 1_800,
  concurrency: 4,
  one_waiting: true,
  one_running: true,
});

/** Hears that somebody has done something, and leaves others time to tell of it, too. */
export async function askToSummarize(
  {
    db,
    jobs,
    clock,
  }: {
    readonly db: Pick<Database, 'transaction'>;
    readonly jobs: Pick<Jobs, 'enqueue'>;
    readonly clock: Clock;
  },
  { user_id }: ActivitiesStored,
): Promise<void> {
  // All of a minute wait for its end, so that none of them is looked at before its time, by a job that waited for another.
  const start_after = new Date(Math.ceil((clock.now().getTime() + DELAY_MS) / MINUTE_MS) * MINUTE_MS);
  const singleton_key = `${user_id} ${start_after.toISOString()}`;
  await db.transaction((tx) =>
    jobs.enqueue(
      tx,
      summarizeActivitiesJob,
      { user_id },
      { singleton_key, running_key: user_id, start_after },
    ),
  );
}

export function activityJobs(deps: SummarizeDeps): readonly JobRegistration[] {
  return [
    handleJob(summarizeActivitiesJob, (athlete, { signal }) => summarizeActivities(deps, athlete, signal)),
  ];
}
