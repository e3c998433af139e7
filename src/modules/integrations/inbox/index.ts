import { handleJob, type JobRegistration } from '../../../infra/jobs/index.ts';
import { applyNotices, type StoreDeps } from '../sync/index.ts';
import { cleanUpHandler } from './clean-up.ts';
import { type DrainDeps, drainHandler } from './drain.ts';
import { cleanUpInbox, drainInbox } from './drain-job.ts';

export { inboxData } from './inbox-data.ts';
export {
  countDeliveries,
  discardSetAside,
  findSetAside,
  listSetAside,
  retrySetAside,
  type SetAsideDelivery,
} from './operator-queries.ts';
export { garminPushRoutes, inboxRoutes } from './routes.ts';
export { createDeliveryStore, type DeliveryStore } from './store-deliveries.ts';

export function inboxJobs(deps: StoreDeps & Pick<DrainDeps, 'db' | 'logger'>): readonly JobRegistration[] {
  const drain = drainHandler({
    ...deps,
    read: (provider, body) => deps.providers[provider].readDelivery(body),
    apply: (tx, provider, notices) => applyNotices(tx, deps, provider, notices),
  });
  return [handleJob(drainInbox, drain), handleJob(cleanUpInbox, cleanUpHandler(deps))];
}
