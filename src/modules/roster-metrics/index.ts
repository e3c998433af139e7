import type { Route } from '../../http/route.ts';
import { type MetricsDeps, readRosterMetricsRoute } from './routes/read-roster-metrics.ts';

export function rosterMetricsRoutes(deps: MetricsDeps): readonly Route[] {
  return [readRosterMetricsRoute(deps)];
}
