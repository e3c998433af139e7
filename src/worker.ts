import type { JobRegistration } from './infra/jobs/index.ts';

/** What all modules' jobs together need; `createDeps` provides it. */
export type WorkerDeps = Record<never, never>;

/** The explicit list of the background work. */
export function jobRegistrations(_deps: WorkerDeps): readonly JobRegistration[] {
  return [];
}
