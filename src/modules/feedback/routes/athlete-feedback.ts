import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { readFromTo } from '../../../shared/read-time.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { noSuchMember, noSuchOrganization } from '../../organizations/index.ts';
import { AthleteFeedbackPage, FeedbackQuery } from '../contract.ts';
import { presentMemberPage } from '../present.ts';
import { listAthleteFeedback, type ReadDeps } from '../read-feedback.ts';

export const athleteFeedbackRoute = (deps: ReadDeps & NoteDeps): Route =>
  route({
    operation_id: 'listAthleteFeedback',
    method: 'GET',
    path: '/organizations/:org_id/athletes/:user_id/feedback',
    guard: { kind: 'user' },
    tag: 'Feedback',
    summary: 'List what an athlete said of activities and planned workouts',
    description:
      'For coaches of the organization, as far as the athlete shares it with them (`share_feedback_with_coach`; pain also needs ' +
      '`share_injuries_with_coach`, which is off until it is turned on): on activities that the coach may see, and on workouts of ' +
      'plans of this organization. What only tells of what is hidden is not listed.',
    params: idParams('org_id', 'user_id'),
    query: FeedbackQuery,
    responses: { 200: AthleteFeedbackPage },
    errors: [forbidden, noSuchOrganization, noSuchMember],
    handler: async ({ actor, params: { org_id, user_id }, query: { limit, cursor, ...range } }) => {
      const asked = { org_id, user_id, ...readFromTo(range), limit, cursor };
      const data = presentMemberPage(await listAthleteFeedback(deps, actor, asked));
      noteReads(deps, actor, {
        org_id,
        kind: 'feedback',
        user_ids: data.feedback.length > 0 ? [user_id] : [],
      });
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });
