import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { eitherPageEcho, eitherPageQuery, IDS, idParams } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import { isUuid } from '../../../shared/ids.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { listMemberPlans, Plan, readMemberPlan } from '../../plans/index.ts';
import {
  AthleteIdParameter,
  MAX_PAGE_SIZE,
  PAGE_SIZE,
  readUpdatedSince,
  Success,
  UpdatedSince,
} from '../contract.ts';
import { pageFound, rowsAsked } from '../either-page.ts';
import { noSuchAthlete, noSuchPlan } from '../errors.ts';

type Deps = NoteDeps & { readonly db: Database };

export function listPlansRoute(deps: Deps): Route {
  return route({
    operation_id: 'listPlans',
    method: 'GET',
    path: '/plans',
    guard: { kind: 'developer_key', scope: 'plans:read' },
    tag: 'Plans',
    summary: "One athlete's active training plans, the latest start first",
    description:
      'Plans that the athlete follows or is going to follow, with their workouts. What a plan has of the athlete’s own ' +
      'paces needs the athlete’s `share_pace_data`; it is left out otherwise and named in `privacy_filtered`.',
    query: Type.Object({
      athlete_id: AthleteIdParameter,
      updated_since: UpdatedSince,
      ...eitherPageQuery(PAGE_SIZE, MAX_PAGE_SIZE),
    }),
    responses: {
      200: Success(
        {
          plans: Type.Array(Plan, {
            maxItems: MAX_PAGE_SIZE,
            description: 'The latest start first, then by id.',
          }),
          ...eitherPageEcho(PAGE_SIZE, MAX_PAGE_SIZE),
          athlete_id: { ...IDS.athlete_id, description: 'Whose plans they are.' },
        },
        'A page of plans.',
      ),
    },
    errors: [noSuchAthlete],
    handler: async ({ actor, query }) => {
      const { athlete_id } = query;
      const asked = rowsAsked(query);
      const updated_since_ms = readUpdatedSince(query);
      const member = { org_id: actor.org_id, user_id: athlete_id, audience: 'organization_api' as const };
      const found = isUuid(athlete_id)
        ? await listMemberPlans(deps, { ...member, updated_since_ms, ...asked })
        : null;
      if (found === null) throw noSuchAthlete();
      const { rows, echo } = pageFound(query, found, (one) => one);
      const plans = rows.map(({ view }) => view);
      noteReads(deps, actor, {
        org_id: actor.org_id,
        kind: 'plans',
        user_ids: plans.length > 0 ? [athlete_id] : [],
      });
      return { status: 200, body: { success: true as const, data: { plans, ...echo, athlete_id } } };
    },
  });
}

export function readPlanRoute(deps: Deps): Route {
  return route({
    operation_id: 'getPlan',
    method: 'GET',
    path: '/plans/:plan_id',
    guard: { kind: 'developer_key', scope: 'plans:read' },
    tag: 'Plans',
    summary: 'One active training plan of an athlete',
    description: 'Of a current member. One that is over, or taken back, is 404.',
    params: idParams('plan_id'),
    responses: { 200: Success({ plan: Plan }, 'The plan.') },
    errors: [noSuchPlan],
    handler: async ({ actor, params: { plan_id } }) => {
      const plan = await readMemberPlan(deps, {
        org_id: actor.org_id,
        plan_id,
        audience: 'organization_api',
      });
      if (plan === null) throw noSuchPlan();
      noteReads(deps, actor, {
        org_id: actor.org_id,
        kind: 'plans',
        user_ids: [plan.athlete_id ?? ''].filter(isUuid),
      });
      return { status: 200, body: { success: true as const, data: { plan } } };
    },
  });
}
