import type { JobRegistration } from './infra/jobs/index.ts';
import { accountJobs } from './modules/accounts/index.ts';
import { exportJobs } from './modules/exports/index.ts';

/** What all modules' jobs together need; `createDeps` provides it. */
export type WorkerDeps = Parameters<typeof accountJobs>[0] & Parameters<typeof exportJobs>[0];

/** The explicit list of the background work. */
export function jobRegistrations(deps: WorkerDeps): readonly JobRegistration[] {
  return [...accountJobs(deps), ...exportJobs(deps)];
}
