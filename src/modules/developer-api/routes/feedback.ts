import { type Route, route } from '../../../http/route.ts';
import { IDS, idParams } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import { readFromTo } from '../../../shared/read-time.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import {
  ATHLETE_FEEDBACK,
  FeedbackQuery,
  listMemberFeedback,
  presentMemberPage,
} from '../../feedback/index.ts';
import { Success } from '../contract.ts';
import { noSuchAthlete } from '../errors.ts';

type Deps = NoteDeps & { readonly db: Database; readonly sourcePolicies: SourcePolicies };

export function listAthleteFeedbackRoute(deps: Deps): Route {
  return route({
    operation_id: 'listAthleteFeedback',
    method: 'GET',
    path: '/athletes/:athlete_id/feedback',
    guard: { kind: 'developer_key', scope: 'feedback:read' },
    tag: 'Athletes',
    summary: 'What one athlete said of activities and planned workouts',
    description:
      'Only while the athlete lets programs of the organization see it (`share_feedback_with_api`, which is off until it is turned on, ' +
      'beside `share_feedback_with_coach`; pain also needs `share_injuries_with_coach`): on activities that you may read, and on workouts ' +
      'of plans of your organization.',
    params: idParams('athlete_id'),
    query: FeedbackQuery,
    responses: {
      200: Success(
        { ...ATHLETE_FEEDBACK, athlete_id: { ...IDS.athlete_id, description: 'Whose it is.' } },
        'A page of it.',
      ),
    },
    errors: [noSuchAthlete],
    handler: async ({ actor, params: { athlete_id }, query: { limit, cursor, ...range } }) => {
      const { org_id } = actor;
      const asked = { org_id, user_id: athlete_id, ...readFromTo(range), limit, cursor };
      const page = await listMemberFeedback(deps, { ...asked, audience: 'organization_api' });
      if (page === null) throw noSuchAthlete();
      const data = { ...presentMemberPage(page), athlete_id };
      noteReads(deps, actor, {
        org_id,
        kind: 'feedback',
        user_ids: data.feedback.length > 0 ? [athlete_id] : [],
      });
      return { status: 200, body: { success: true as const, data } };
    },
  });
}
