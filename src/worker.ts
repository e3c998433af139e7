import type { JobRegistration } from './infra/jobs/index.ts';
import { accountJobs } from './modules/accounts/index.ts';
import { activityJobs } from './modules/activities/index.ts';
import { exportJobs } from './modules/exports/index.ts';

/** What all modules' jobs together need; `createDeps` provides it. */
type WorkerDeps = Parameters<typeof accountJobs>[0] &
  Parameters<typeof activityJobs>[0] &
  Parameters<typeof exportJobs>[0];

/** The explicit list of the background work. */
export function jobRegistrations(deps: WorkerDeps): readonly JobRegistration[] {
  return [...accountJobs(deps), ...activityJobs(deps), ...exportJobs(deps)];
}
