import { defineJob, handleJob, type JobRegistration } from '../../infra/jobs/index.ts';
import { renewAll, type TriageDeps } from './renew-entries.ts';

export {
  changedLists,
  findListVersions,
  type ListVersions,
  renewFollowedLists,
} from './live-lists.ts';
export type { TriageDeps } from './renew-entries.ts';
export { triageRoutes } from './routes.ts';
export { triageData } from './triage-data.ts';

const renewTriageJob = defineJob<object>({
  name: 'triage.renew',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 10, backoff: true },
  expire_in_s: 900,
  schedule: '* * * * *',
  one_running: true,
});

/** Once a minute: what changed while nobody looked, and another day. Whoever looks renews what is due by themselves. */
export function triageJobs(deps: TriageDeps): readonly JobRegistration[] {
  return [handleJob(renewTriageJob, (_payload, { signal }) => renewAll(deps, signal))];
}
