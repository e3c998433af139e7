import { type Route, route } from '../../http/route.ts';
import { idParams } from '../../http/schemas.ts';
import { forbidden } from '../../shared/errors.ts';
import { noSuchActivity, shuttingDown, viewOwnActivity } from '../activities/index.ts';
import { type NoteDeps, noteReads } from '../audit/index.ts';
import { kindsRead, presentPlanned } from '../calendars/index.ts';
import { noSuchThing, presentThread } from '../messages/index.ts';
import { noSuchMember, noSuchOrganization } from '../organizations/index.ts';
import { AthleteReviewResponse, OwnReviewQuery, OwnReviewResponse } from './contract.ts';
import { type ReviewDeps, readAthleteReview, readOwnReview } from './read-review.ts';

export function reviewRoutes(deps: ReviewDeps & NoteDeps): readonly Route[] {
  return [ownReviewRoute(deps), athleteReviewRoute(deps)];
}

const tag = 'Activities';
const errors = [forbidden, noSuchOrganization, noSuchMember, noSuchActivity, noSuchThing, shuttingDown];

const ownReviewRoute = (deps: ReviewDeps): Route =>
  route({
    operation_id: 'getActivityReview',
    method: 'GET',
    path: '/activities/:activity_id/review',
    guard: { kind: 'user' },
    tag,
    summary: 'Open an own workout with all that is said of it',
    description:
      'The activity, what was planned step by step, the newest comments of an organization, and the activities beside it in the list. ' +
      'Each part is as its own operation answers it; samples are asked for apart.',
    params: idParams('activity_id'),
    query: OwnReviewQuery,
    responses: { 200: OwnReviewResponse },
    errors,
    handler: async ({ actor, params: { activity_id }, query: { org_id = null } }) => {
      const { activity, planned, comments, neighbours } = await readOwnReview(deps, actor, {
        activity_id,
        org_id,
      });
      const data = {
        activity: viewOwnActivity(activity),
        planned: presentPlanned(planned).planned,
        comments: comments && presentThread(deps, comments),
        neighbours,
      };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const athleteReviewRoute = (deps: ReviewDeps & NoteDeps): Route =>
  route({
    operation_id: 'getAthleteActivityReview',
    method: 'GET',
    path: '/organizations/:org_id/athletes/:user_id/activities/:activity_id/review',
    guard: { kind: 'user' },
    tag,
    summary: 'Open a workout of an athlete with all that is said of it',
    description:
      'For coaches of the organization, as far as the athlete shares it: the activity, what was planned step by step, the newest comments, ' +
      'and the activities beside it in the list. Each part is as its own operation answers it; samples are asked for apart. One that is ' +
      'hidden is 404, as if it did not exist.',
    params: idParams('org_id', 'user_id', 'activity_id'),
    responses: { 200: AthleteReviewResponse },
    errors,
    handler: async ({ actor, params: { org_id, user_id, activity_id } }) => {
      const read = await readAthleteReview(deps, actor, { org_id, user_id, activity_id });
      for (const kind of kindsRead(read.planned))
        noteReads(deps, actor, { org_id, kind, user_ids: [user_id] });
      const data = {
        athlete: read.athlete,
        activity: read.activity,
        planned: presentPlanned(read.planned).planned,
        privacy_filtered: [...read.planned.privacy_filtered],
        comments: presentThread(deps, read.comments),
        neighbours: read.neighbours,
      };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });
