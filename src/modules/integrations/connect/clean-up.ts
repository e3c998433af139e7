import type { Database } from '../../../infra/db/database.ts';
import { defineJob, type JobHandler } from '../../../infra/jobs/index.ts';
import type { Clock } from '../../../shared/time.ts';
import { deleteExpiredAttempts } from './attempt-queries.ts';

/** Runs hourly and deletes attempts of people who have not come back from a consent page. */
export const cleanUpAttempts = defineJob<Record<never, never>>({
  name: 'integrations.clean-up',
  payload: () => ({}),
  retry: { limit: 3, delay_s: 60, backoff: true },
  expire_in_s: 300,
  schedule: '25 * * * *',
});

export function cleanUpHandler(deps: { db: Database; clock: Clock }): JobHandler<Record<never, never>> {
  return async (_payload, { logger }) => {
    const attempts = await deleteExpiredAttempts(deps.db, deps.clock.now());
    logger.debug({ attempts }, 'attempts to connect a platform that came to nothing deleted');
  };
}
