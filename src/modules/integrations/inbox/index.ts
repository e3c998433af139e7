import type { Route } from '../../../http/route.ts';
import { handleJob, type JobRegistration } from '../../../infra/jobs/index.ts';
import { cleanUpHandler } from './clean-up.ts';
import { drainHandler } from './drain.ts';
import { cleanUpInbox, drainInbox } from './drain-job.ts';
import { stravaEventRoute, stravaHandshakeRoute } from './routes.ts';

export {
  discardSetAside,
  findSetAside,
  listSetAside,
  retrySetAside,
  type SetAsideDelivery,
} from './operator-queries.ts';
export { garminPushRoutes } from './routes.ts';
export { createDeliveryStore, type DeliveryStore } from './store-deliveries.ts';

export function inboxRoutes(deps: Parameters<typeof stravaEventRoute>[0]): readonly Route[] {
  return [stravaHandshakeRoute(deps), stravaEventRoute(deps)];
}

export function inboxJobs(
  deps: Parameters<typeof drainHandler>[0] & Parameters<typeof cleanUpHandler>[0],
): readonly JobRegistration[] {
  return [handleJob(drainInbox, drainHandler(deps)), handleJob(cleanUpInbox, cleanUpHandler(deps))];
}
