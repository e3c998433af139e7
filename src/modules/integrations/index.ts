import type { Route } from '../../http/route.ts';
import type { NoteDeps } from '../audit/index.ts';
import type { HealthReadDeps } from './health/read-health-days.ts';
import { listAthleteHealthDaysRoute, listHealthDaysRoute } from './health/routes.ts';
import { appleHealthSyncRoute } from './providers/apple-health/routes.ts';
import type { PhoneDeps } from './providers/apple-health/sync-phone.ts';

export { connectJobs, connectPageRoutes, connectRoutes } from './connect/index.ts';
export { findConnectionHealth, lookIntoTokens } from './connections/connection-health.ts';
export { type ConnectionLost, connectionLost } from './connections/connection-lost.ts';
export { loseConnections } from './connections/lose-connections.ts';
export type { Providers } from './find-provider.ts';
export { ATHLETE_HEALTH_DAYS, HealthDaysQuery } from './health/contract.ts';
export { healthJobs } from './health/expire-health.ts';
export { healthData } from './health/health-data.ts';
export type { KeptDay } from './health/merge-days.ts';
export { presentHealthDay } from './health/present.ts';
export { findDayOrNewest } from './health/queries.ts';
export { readMemberHealthDays, viewHealthDays } from './health/read-health-days.ts';
export {
  countDeliveries,
  createDeliveryStore,
  type DeliveryStore,
  discardSetAside,
  findSetAside,
  garminPushRoutes,
  inboxData,
  inboxJobs,
  inboxRoutes,
  listSetAside,
  retrySetAside,
  type SetAsideDelivery,
} from './inbox/index.ts';
export { integrationData } from './integration-data.ts';
export { CONNECTED_PLATFORMS } from './provider.ts';
export { createProviders } from './providers/create-providers.ts';
export { askStrava } from './providers/strava/ask-strava.ts';
export { callbackAddress, withoutKey } from './providers/strava/callback-key.ts';
export {
  deleteSubscription,
  ensureSubscription,
  viewSubscription,
} from './providers/strava/subscription.ts';
export {
  ASK_AGAIN_JOBS,
  askAgain,
  createReader,
  type GivenUp,
  listGivenUp,
  type Reader,
  syncJobs,
} from './sync/index.ts';

export function dailyHealthRoutes(deps: PhoneDeps & HealthReadDeps & NoteDeps): readonly Route[] {
  return [appleHealthSyncRoute(deps), listHealthDaysRoute(deps), listAthleteHealthDaysRoute(deps)];
}
