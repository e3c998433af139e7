import type { Static } from 'typebox';
import { type JsonTextReply, type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { readFromTo } from '../../../shared/read-time.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { noSuchMember, noSuchOrganization } from '../../organizations/index.ts';
import { ActivityListQuery, AthleteActivityPage, OwnActivityPage } from '../contract.ts';
import {
  type ActivityPage,
  type ActivityPageRequest,
  listAthleteActivities,
  listOwnActivities,
  type ReadDeps,
} from '../read-activities.ts';

export const listActivitiesRoute = (deps: ReadDeps): Route =>
  route({
    operation_id: 'listActivities',
    method: 'GET',
    path: '/activities',
    guard: { kind: 'user' },
    tag: 'Activities',
    summary: 'List the own activities',
    description: 'Newest first, then by id; private ones as well.',
    query: ActivityListQuery,
    responses: { 200: OwnActivityPage },
    handler: async ({ actor, query }) => {
      const page = await listOwnActivities(deps, actor, pageRequest(query));
      return sendPage(page);
    },
  });

export const listAthleteActivitiesRoute = (deps: ReadDeps & NoteDeps): Route =>
  route({
    operation_id: 'listAthleteActivities',
    method: 'GET',
    path: '/organizations/:org_id/athletes/:user_id/activities',
    guard: { kind: 'user' },
    tag: 'Activities',
    summary: "List an athlete's activities",
    description:
      'For coaches of the organization, as far as the athlete shares with coaches: what is not shared is neither ' +
      'listed nor counted.',
    params: idParams('org_id', 'user_id'),
    query: ActivityListQuery,
    responses: { 200: AthleteActivityPage },
    errors: [forbidden, noSuchOrganization, noSuchMember],
    handler: async ({ actor, params, query }) => {
      const { org_id, user_id } = params;
      const page = await listAthleteActivities(deps, actor, { org_id, user_id }, pageRequest(query));
      noteReads(deps, actor, {
        org_id,
        kind: 'activities',
        user_ids: page.activities.length > 0 ? [user_id] : [],
      });
      return sendPage(page);
    },
  });

function pageRequest({
  limit,
  cursor,
  sport_type,
  ...range
}: Static<typeof ActivityListQuery>): ActivityPageRequest {
  return { ...readFromTo(range), sport_type, limit, cursor };
}

function sendPage({ activities, next_cursor, total }: ActivityPage): JsonTextReply<200> {
  const beside = `"next_cursor":${JSON.stringify(next_cursor)},"total":${total}`;
  return {
    status: 200,
    json: `{"status":"ok","data":{"activities":[${activities.join(',')}],${beside}}}`,
  };
}
