import type { Logger } from 'pino';
import { handleJob, type JobRegistration } from '../../../infra/jobs/index.ts';
import { resumeSync } from './resume-sync.ts';
import { runBackfill } from './run-backfill.ts';
import { runErrands } from './run-errands.ts';
import type { SyncDeps } from './sync-deps.ts';
import { backfillJob, errandsJob, resumeSyncJob } from './sync-jobs.ts';

export { applyNotices } from './apply-notices.ts';
export { createReader, type Reader } from './reader.ts';
export { startBackfill } from './start-backfill.ts';
export type { Providers, StoreDeps, SyncDeps } from './sync-deps.ts';

export function syncJobs(deps: SyncDeps & { readonly logger: Logger }): readonly JobRegistration[] {
  return [
    handleJob(errandsJob, (key, context) => runErrands(deps, key, context)),
    handleJob(backfillJob, (key, context) => runBackfill(deps, key, context)),
    handleJob(resumeSyncJob, () => resumeSync(deps)),
  ];
}
