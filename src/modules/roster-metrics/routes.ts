import { type Route, route } from '../../http/route.ts';
import { idParams } from '../../http/schemas.ts';
import { forbidden } from '../../shared/errors.ts';
import { noSuchOrganization } from '../organizations/index.ts';
import { AthleteMetricsList, AthleteMetricsQuery } from './contract.ts';
import { type MetricsDeps, readRosterMetrics } from './read-roster-metrics.ts';

function readRosterMetricsRoute(deps: MetricsDeps): Route {
  return route({
    operation_id: 'listAthleteMetrics',
    method: 'GET',
    path: '/organizations/:org_id/athletes/metrics',
    guard: { kind: 'user' },
    tag: 'Members',
    summary: 'How all athletes are doing',
    description:
      'For coaches of the organization, by pages: members whose account is active, filtered and sorted here. ' +
      'Only what each athlete shares with coaches shows or counts, in sums as well; what is withheld is absent ' +
      'and named in `privacy_filtered`. Activities that begin in the future do not count yet.',
    params: idParams('org_id'),
    query: AthleteMetricsQuery,
    responses: { 200: AthleteMetricsList },
    errors: [forbidden, noSuchOrganization],
    volatile: true,
    handler: async ({ actor, params, query }) => {
      const data = await readRosterMetrics(deps, actor, {
        org_id: params.org_id,
        group_id: query.group_id,
        coach_id: query.coach_id,
        status: query.status,
        level: query.level?.normalize(),
        labels: (query.label ?? []).map((label) => label.normalize()),
        q: query.q,
        sort: query.sort,
        order: query.order,
        limit: query.limit,
        cursor: query.cursor,
      });
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });
}

export function rosterMetricsRoutes(deps: MetricsDeps): readonly Route[] {
  return [readRosterMetricsRoute(deps)];
}
