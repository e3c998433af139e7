import Type from 'typebox';
import { encodeList } from '../../../http/json-text.ts';
import { type Route, route } from '../../../http/route.ts';
import { idParams, pageQuery } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import { activityCeiling, type SourcePolicies } from '../../../privacy/index.ts';
import { requireDateOrder } from '../../../shared/date-range.ts';
import { isUuid } from '../../../shared/ids.ts';
import {
  Activity,
  findMemberActivity,
  listMemberActivities,
  type PrivacyGuesses,
  viewStoredActivity,
} from '../../activities/index.ts';
import { AthleteIdParameter, RangeQuery, Success } from '../contract.ts';
import { noSuchActivity, noSuchAthlete } from '../errors.ts';

type Deps = { readonly db: Database; readonly sourcePolicies: SourcePolicies };

export function listActivitiesRoute(deps: Deps): Route {
  const guesses: PrivacyGuesses = new Map();
  return route({
    operation_id: 'listActivities',
    method: 'GET',
    path: '/activities',
    guard: { kind: 'developer_key', scope: 'activities:read' },
    tag: 'Activities',
    summary: "One athlete's activities, newest first",
    description: 'Activities that the athlete’s privacy settings block are left out silently.',
    query: Type.Object({ athlete_id: AthleteIdParameter, ...RangeQuery, ...pageQuery(50, 100) }),
    responses: {
      200: Success(
        {
          activities: Type.Array(Activity),
          limit: Type.Integer(),
          offset: Type.Integer(),
          athlete_id: Type.String(),
        },
        'A page of activities.',
      ),
    },
    errors: [noSuchAthlete],
    handler: async ({ actor, query }) => {
      const { athlete_id, start_date, end_date, limit = 50, offset = 0 } = query;
      requireDateOrder(start_date, end_date);
      const page = { start_date_ms: start_date, end_date_ms: end_date, limit, offset };
      const activities = isUuid(athlete_id)
        ? await listMemberActivities(
            { ...deps, guesses },
            { org_id: actor.org_id, user_id: athlete_id, ...page },
          )
        : null;
      if (activities === null) throw noSuchAthlete();
      // The database made the texts of the activities; the id and numbers beside them need no escaping.
      const beside = `"limit":${limit},"offset":${offset},"athlete_id":"${athlete_id}"`;
      return {
        status: 200,
        json: encodeList('{"success":true,"data":{"activities":[', activities, `],${beside}}}`),
      };
    },
  });
}

export function readActivityRoute(deps: Deps): Route {
  return route({
    operation_id: 'getActivity',
    method: 'GET',
    path: '/activities/:activity_id',
    guard: { kind: 'developer_key', scope: 'activities:read' },
    tag: 'Activities',
    summary: 'One activity',
    params: idParams('activity_id'),
    responses: { 200: Success({ activity: Activity }, 'The activity.') },
    handler: async ({ actor, params: { activity_id } }) => {
      const found = await findMemberActivity(deps.db, { org_id: actor.org_id, activity_id });
      if (found === null) throw noSuchActivity();
      const { activity, settings } = found;
      const ceiling = activityCeiling({
        settings,
        policies: deps.sourcePolicies,
        audience: 'organization_api',
      });
      const view = viewStoredActivity(ceiling, activity);
      if (view === null) throw noSuchActivity();
      return { status: 200, body: { success: true as const, data: { activity: view } } };
    },
  });
}
