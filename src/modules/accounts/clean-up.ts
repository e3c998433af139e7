import type { Database } from '../../infra/db/database.ts';
import { defineJob, type JobHandler } from '../../infra/jobs/index.ts';
import type { Clock } from '../../shared/time.ts';
import { deleteEmailChanges } from './email-changes.ts';
import { deleteOldNetworks } from './known-networks.ts';
import { deleteOldFailures } from './login-failures.ts';
import { deleteOldResets } from './password-resets.ts';
import { deleteExpiredVerifications } from './queries.ts';
import { deleteIdleSessions } from './session-queries.ts';
import { idleSince } from './start-session.ts';

/** Deletes, once a day, expired tokens and records. */
export const cleanUpAccounts = defineJob<Record<never, never>>({
  name: 'accounts.clean-up',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 300,
  schedule: '20 3 * * *',
});

export function cleanUpHandler(deps: { db: Database; clock: Clock }): JobHandler<Record<never, never>> {
  return async (_payload, { logger }) => {
    const now = deps.clock.now();
    const verifications = await deleteExpiredVerifications(deps.db, now);
    const login_failures = await deleteOldFailures(deps.db, now);
    const password_resets = await deleteOldResets(deps.db, now);
    const email_changes = await deleteEmailChanges(deps.db, now);
    const known_networks = await deleteOldNetworks(deps.db, now);
    const sessions = await deleteIdleSessions(deps.db, idleSince(now));
    const deleted = {
      verifications,
      login_failures,
      password_resets,
      email_changes,
      known_networks,
      sessions,
    };
    logger.debug(deleted, 'expired records of accounts deleted');
  };
}
