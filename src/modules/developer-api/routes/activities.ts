import Type from 'typebox';
import type { ApiKeyActor } from '../../../http/actor.ts';
import { type Route, route } from '../../../http/route.ts';
import {
  DATE_RANGE,
  eitherPageEcho,
  eitherPageQuery,
  FROM_TO,
  IDS,
  idParams,
  Nullable,
} from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import {
  activityCeiling,
  DEFAULT_PRIVACY,
  DEFAULT_SOURCE_POLICIES,
  type PrivacySettings,
  type SourcePolicies,
} from '../../../privacy/index.ts';
import { isUuid } from '../../../shared/ids.ts';
import { readEitherRange } from '../../../shared/read-time.ts';
import {
  Activity,
  EXAMPLE_ACTIVITY,
  findMemberActivity,
  listMemberActivities,
  listOrganizationActivities,
  type PageOfOrganization,
  placeOfText,
  viewStoredActivity,
} from '../../activities/index.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import {
  AthleteIdParameter,
  MAX_PAGE_SIZE,
  PAGE_SIZE,
  readUpdatedSince,
  Success,
  UpdatedSince,
} from '../contract.ts';
import { type EitherPage, pageFound, rowsAsked } from '../either-page.ts';
import { noSuchActivity, noSuchAthlete } from '../errors.ts';

type Deps = NoteDeps & { readonly db: Database; readonly sourcePolicies: SourcePolicies };

export function listActivitiesRoute(deps: Deps): Route {
  return route({
    operation_id: 'listActivities',
    method: 'GET',
    path: '/activities',
    guard: { kind: 'developer_key', scope: 'activities:read' },
    tag: 'Activities',
    summary: "One athlete's activities, or everybody's, newest first",
    description:
      'Ordered by `start_time`, then id. Activities that the athlete’s privacy settings block are left out silently; ' +
      'there is no `total`, which would give them away. An edge of the range has one of its two names: `from` or `start_date`, `to` or ' +
      '`end_date`. Those whose `updated_at` is not before `updated_since` are listed where it is ' +
      'given.',
    query: Type.Object({
      athlete_id: Type.Optional({
        ...AthleteIdParameter,
        description: 'User id of a member of the key’s organization; absent: of all its athletes.',
      }),
      start_date: Type.Optional(DATE_RANGE.start_date),
      end_date: Type.Optional(DATE_RANGE.end_date),
      ...FROM_TO,
      updated_since: UpdatedSince,
      ...eitherPageQuery(PAGE_SIZE, MAX_PAGE_SIZE),
    }),
    responses: {
      200: Success(
        {
          activities: Type.Array(Activity, {
            maxItems: MAX_PAGE_SIZE,
            description: 'Newest first, then by id.',
          }),
          ...eitherPageEcho(PAGE_SIZE, MAX_PAGE_SIZE),
          athlete_id: Nullable({
            ...IDS.athlete_id,
            description: 'Whose activities they are; null: of all athletes.',
          }),
        },
        'A page of activities.',
      ),
    },
    errors: [noSuchAthlete],
    handler: async ({ actor, query }) => {
      const { athlete_id } = query;
      const asked = {
        ...readEitherRange(query),
        ...rowsAsked(query),
        updated_since_ms: readUpdatedSince(query),
      };
      if (athlete_id === undefined) return await listOfAll(deps, actor, query, asked);
      const found = isUuid(athlete_id)
        ? await listMemberActivities(deps, {
            org_id: actor.org_id,
            user_id: athlete_id,
            audience: 'organization_api',
            has_total: false,
            ...asked,
          })
        : null;
      if (found === null) throw noSuchAthlete();
      const { rows: activities, echo } = pageFound(query, found.activities, placeOfText);
      noteReads(deps, actor, {
        org_id: actor.org_id,
        kind: 'activities',
        user_ids: activities.length > 0 ? [athlete_id] : [],
      });
      // The database made the texts of the activities.
      const beside = JSON.stringify({ ...echo, athlete_id }).slice(1);
      return {
        status: 200,
        json: `{"success":true,"data":{"activities":[${activities.join(',')}],${beside}}`,
      };
    },
  });
}

async function listOfAll(
  deps: Deps,
  actor: ApiKeyActor,
  page: EitherPage,
  asked: Omit<PageOfOrganization, 'org_id'>,
) {
  const { org_id } = actor;
  const found = await listOrganizationActivities(deps, { org_id, ...asked });
  const { rows, echo } = pageFound(page, found, (one) => one);
  const user_ids = [...new Set(rows.map(({ user_id }) => user_id))];
  noteReads(deps, actor, { org_id, kind: 'activities', user_ids });
  const data = { activities: rows.map(({ view }) => view), ...echo, athlete_id: null };
  return { status: 200 as const, body: { success: true as const, data } };
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
      noteReads(deps, actor, { org_id: actor.org_id, kind: 'activities', user_ids: [activity.user_id] });
      return { status: 200, body: { success: true as const, data: { activity: view } } };
    },
  });
}

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
