import Type from 'typebox';
import { encodeList } from '../../../http/json-text.ts';
import { type Route, route } from '../../../http/route.ts';
import { DATE_RANGE, IDS, idParams, pageEcho, pageQuery } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import {
  activityCeiling,
  DEFAULT_PRIVACY,
  DEFAULT_SOURCE_POLICIES,
  type PrivacySettings,
  type SourcePolicies,
} from '../../../privacy/index.ts';
import { requireDateOrder } from '../../../shared/date-range.ts';
import { isUuid } from '../../../shared/ids.ts';
import {
  Activity,
  EXAMPLE_ACTIVITY,
  findMemberActivity,
  listMemberActivities,
  type PrivacyGuesses,
  viewStoredActivity,
} from '../../activities/index.ts';
import { AthleteIdParameter, MAX_PAGE_SIZE, PAGE_SIZE, Success } from '../contract.ts';
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
    description:
      'Ordered by `start_time`, then id. Activities that the athlete’s privacy settings block are left out silently; ' +
      'there is no `total`, which would give them away.',
    query: Type.Object({
      athlete_id: AthleteIdParameter,
      start_date: Type.Optional(DATE_RANGE.start_date),
      end_date: Type.Optional(DATE_RANGE.end_date),
      ...pageQuery(PAGE_SIZE, MAX_PAGE_SIZE),
    }),
    responses: {
      200: Success(
        {
          activities: Type.Array(Activity, {
            maxItems: MAX_PAGE_SIZE,
            description: 'Newest first, then by id.',
          }),
          ...pageEcho(PAGE_SIZE, MAX_PAGE_SIZE),
          athlete_id: { ...IDS.athlete_id, description: 'Whose activities they are.' },
        },
        'A page of activities.',
      ),
    },
    errors: [noSuchAthlete],
    handler: async ({ actor, query }) => {
      const { athlete_id, start_date, end_date, limit, offset } = query;
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
    description:
      'Of a current member. One that privacy blocks is 404, as if it did not exist; a hidden field is absent and named in ' +
      '`privacy_filtered`.',
    params: idParams('activity_id'),
    responses: { 200: Success({ activity: Activity }, 'The activity.') },
    examples: { 200: activityExamples() },
    errors: [noSuchActivity],
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

/** The same activity as two athletes with different settings would have it seen. */
function activityExamples() {
  const shownUnder = (summary: string, hidden: Partial<PrivacySettings>) => {
    const settings = { ...DEFAULT_PRIVACY, share_activity_map: true, ...hidden };
    const ceiling = activityCeiling({
      settings,
      policies: DEFAULT_SOURCE_POLICIES,
      audience: 'organization_api',
    });
    const activity = viewStoredActivity(ceiling, EXAMPLE_ACTIVITY);
    if (activity === null) throw new Error('The example activity is hidden.');
    return { summary, value: { success: true as const, data: { activity } } };
  };
  return {
    shared: shownUnder('The athlete shares everything', {}),
    filtered: shownUnder('The athlete keeps paces and places to themself', {
      share_activity_map: false,
      share_pace_data: false,
    }),
  };
}
