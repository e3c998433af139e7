import { type Route, route } from '../../../http/route.ts';
import { noSuchActivity } from '../../activities/index.ts';
import { ActivitySummaries, ActivitySummariesQuery } from './contract.ts';
import { presentSummary } from './present.ts';
import { readActivitySummaries, type SummaryDeps } from './read-summaries.ts';

export function activitySummaryRoutes(deps: SummaryDeps): readonly Route[] {
  return [listActivitySummariesRoute(deps)];
}

function listActivitySummariesRoute(deps: SummaryDeps): Route {
  return route({
    operation_id: 'listActivitySummaries',
    method: 'GET',
    path: '/notifications/ai-summary',
    guard: { kind: 'user' },
    tag: 'Notifications',
    summary: 'An own activity in a few sentences',
    description:
      'A workout that began in the last three days is summed up within half a minute after it has come; older ones are not. What changes ' +
      'of it later counts at once and is written anew. Where a language model is to word it, it is there by rules until then. ' +
      'Somebody else’s is 404.',
    query: ActivitySummariesQuery,
    responses: { 200: ActivitySummaries },
    errors: [noSuchActivity],
    handler: async ({ actor, query: { activity_id } }) => {
      const summaries = await readActivitySummaries(deps, actor, activity_id);
      return {
        status: 200,
        body: { status: 'ok' as const, data: { summaries: summaries.map(presentSummary) } },
      };
    },
  });
}
