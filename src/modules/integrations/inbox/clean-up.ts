import type { Database } from '../../../infra/db/database.ts';
import type { JobHandler } from '../../../infra/jobs/index.ts';
import type { Clock } from '../../../shared/time.ts';
import { SET_ASIDE_KEPT_MS } from './delivery.ts';
import { removeSetAside } from './operator-queries.ts';

export function cleanUpHandler(deps: {
  readonly db: Database;
  readonly clock: Clock;
}): JobHandler<Record<never, never>> {
  return async (_payload, { logger }) => {
    const before = new Date(deps.clock.now().getTime() - SET_ASIDE_KEPT_MS);
    const deliveries = await removeSetAside(deps.db, before);
    if (deliveries > 0) logger.info({ deliveries }, 'what platforms posted and nobody could read is removed');
  };
}
