import { defineJob, handleJob, type JobRegistration } from '../../../infra/jobs/index.ts';
import { type WeeklyDeps, writeWeeklySummaries } from './write-summaries.ts';

/** Every quarter of an hour it is six in the morning somewhere: there are zones a quarter of an hour off. */
const weeklySummariesJob = defineJob<object>({
  name: 'summaries.weekly',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 6 * 3_600,
  schedule: '*/15 * * * *',
  one_running: true,
});

export function weeklyJobs(deps: WeeklyDeps): readonly JobRegistration[] {
  return [
    handleJob(weeklySummariesJob, (_payload, { signal, logger }) =>
      writeWeeklySummaries(deps, { signal, logger }),
    ),
  ];
}
