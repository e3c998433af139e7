import type { Route } from '../../http/route.ts';
import { listAthleteHealthDaysRoute, listHealthDaysRoute } from './health/routes.ts';
import { appleHealthSyncRoute } from './providers/apple-health/sync-route.ts';

type Deps = Parameters<typeof appleHealthSyncRoute>[0] & Parameters<typeof listAthleteHealthDaysRoute>[0];

/** What phones send, and what is known of people's days. */
export function dailyHealthRoutes(deps: Deps): readonly Route[] {
  return [appleHealthSyncRoute(deps), listHealthDaysRoute(deps), listAthleteHealthDaysRoute(deps)];
}
