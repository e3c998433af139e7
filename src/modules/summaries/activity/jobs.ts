import type { Database } from '../../../infra/db/database.ts';
import { defineJob, handleJob, type JobRegistration, type Jobs } from '../../../infra/jobs/index.ts';
import { type Clock, SECOND_MS } from '../../../shared/time.ts';
import { type ActivitiesStored, activitiesStored } from '../../activities/index.ts';
import { DELAY_MS, type SummarizeDeps, summarizeActivities } from './summarize-activities.ts';

/** One waits for each athlete and some seconds, and one runs: it finds whatever there is to be written by then. */
const summarizeActivitiesJob = defineJob<ActivitiesStored>({
  name: 'summaries.activities',
  payload: activitiesStored.job.payload,
  retry: { limit: 8, delay_s: 30, backoff: true, max_delay_s: 3_600 },
  expire_in_s: 1_800,
  concurrency: 4,
  one_waiting: true,
  one_running: true,
});

/** What comes within so long is one job. */
const TOGETHER_MS = 5 * SECOND_MS;

type AskDeps = {
  readonly db: Pick<Database, 'transaction'>;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly clock: Clock;
};
export type ActivityJobDeps = SummarizeDeps & AskDeps;

/** Hears that somebody has done something, and leaves others time to tell of it, too. */
export async function askToSummarize(
  { db, jobs, clock }: AskDeps,
  { user_id }: ActivitiesStored,
): Promise<void> {
  // All of these seconds wait for their end, so that none is looked at before its time, by a job that waited for another.
  const start_after = new Date(Math.ceil((clock.now().getTime() + DELAY_MS) / TOGETHER_MS) * TOGETHER_MS);
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

export function activityJobs(deps: ActivityJobDeps): readonly JobRegistration[] {
  return [
    handleJob(summarizeActivitiesJob, async (athlete, { signal }) => {
      if (await summarizeActivities(deps, athlete, signal)) await askToSummarize(deps, athlete);
    }),
  ];
}
