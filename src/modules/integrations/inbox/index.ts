import type { Route } from '../../../http/route.ts';
import { handleJob, type JobRegistration } from '../../../infra/jobs/index.ts';
import { applyNotices } from '../sync/index.ts';
import { cleanUpHandler } from './clean-up.ts';
import { drainHandler } from './drain.ts';
import { cleanUpInbox, drainInbox } from './drain-job.ts';
import { stravaEventRoute, stravaHandshakeRoute } from './routes.ts';

export { inboxData } from './inbox-data.ts';
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

type InboxJobDeps = Parameters<typeof applyNotices>[1] &
  Omit<Parameters<typeof drainHandler>[0], 'read' | 'apply'>;

export function inboxJobs(deps: InboxJobDeps): readonly JobRegistration[] {
  const drain = drainHandler({
    ...deps,
    read: (provider, body) => deps.providers[provider].readDelivery(body),
    apply: (tx, provider, notices) => applyNotices(tx, deps, provider, notices),
  });
  return [handleJob(drainInbox, drain), handleJob(cleanUpInbox, cleanUpHandler(deps))];
}
