import type { Route } from '../../http/route.ts';
import { type MetricsDeps, readRosterMetricsRoute } from './routes/read-roster-metrics.ts';

export { RosterCursor } from './contract.ts';
export { type RosterQuestion, rosterPage } from './queries.ts';
export { rosterCursorOf, rosterPlaceOf } from './roster-cursor.ts';
export { sightOf as rosterSightOf } from './views.ts';

export function rosterMetricsRoutes(deps: MetricsDeps): readonly Route[] {
  return [readRosterMetricsRoute(deps)];
}
