import { handleJob, type JobRegistration } from '../../../infra/jobs/index.ts';
import { showAgain } from '../../activities/index.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import { resumeSync } from './resume-sync.ts';
import { runBackfill } from './run-backfill.ts';
import { runPlatformFetches } from './run-platform-fetches.ts';
import type { SyncDeps } from './sync-deps.ts';
import { backfillJob, platformFetchesJob, resumeSyncJob, showAgainJob } from './sync-jobs.ts';

export { applyNotices } from './apply-notices.ts';
export { ASK_AGAIN_JOBS, askAgain } from './ask-again.ts';
export { askForConsent } from './ask-for-consent.ts';
export { type GivenUp, listGivenUp } from './operator-queries.ts';
export { createReader, type Reader } from './reader.ts';
export { startBackfill } from './start-backfill.ts';
export type { StoreDeps, SyncDeps } from './sync-deps.ts';

export function syncJobs(deps: SyncDeps): readonly JobRegistration[] {
  const isConfigured = ({ provider }: ConnectionKey): boolean => deps.providers[provider].is_configured;
  // Open work for a platform without settings waits until it has some; `resumeSync` takes it up then.
  return [
    handleJob(platformFetchesJob, async (key, context) => {
      if (isConfigured(key)) await runPlatformFetches(deps, key, context);
    }),
    handleJob(backfillJob, async (key, context) => {
      if (isConfigured(key)) await runBackfill(deps, key, context);
    }),
    handleJob(resumeSyncJob, () => resumeSync(deps)),
    handleJob(showAgainJob, async ({ user_id, provider, external_id, until }) => {
      const { events, sourcePolicies: policies, clock } = deps;
      const named = { user_id, source: provider, external_id, policies, events, now: clock.now() };
      await deps.db.transaction((tx) => showAgain(tx, named, new Date(until)));
    }),
  ];
}
