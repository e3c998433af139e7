import { type Route, route } from '../../../http/route.ts';
import { IDS, idParams } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import {
  ATHLETE_LOAD,
  type LoadDeps,
  LoadQuery,
  presentAthleteLoad,
  readMemberLoad,
} from '../../activities/index.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import {
  ATHLETE_HEALTH_DAYS,
  HealthDaysQuery,
  presentHealthDay,
  readMemberHealthDays,
} from '../../integrations/index.ts';
import { Success } from '../contract.ts';
import { noSuchAthlete } from '../errors.ts';

type Deps = NoteDeps & { readonly db: Database; readonly sourcePolicies: SourcePolicies };

const guard = { kind: 'developer_key', scope: 'metrics:read' } as const;
const params = idParams('athlete_id');
const audience = 'organization_api' as const;
const WHOSE = { athlete_id: { ...IDS.athlete_id, description: 'Whose they are.' } };

export function readAthleteLoadRoute(deps: LoadDeps & NoteDeps): Route {
  return route({
    operation_id: 'getAthleteLoad',
    method: 'GET',
    path: '/athletes/:athlete_id/load',
    guard,
    tag: 'Athletes',
    summary: "One athlete's fitness, fatigue and form, day by day",
    description:
      'From the activities that the athlete shares with the organization, as if there were no others. Needs the athlete’s ' +
      '`share_pace_data`, as `training_load` of an activity does; without it there are no days, and `privacy_filtered` says so.',
    params,
    query: LoadQuery,
    responses: { 200: Success({ ...ATHLETE_LOAD, ...WHOSE }, 'The days.') },
    errors: [noSuchAthlete],
    handler: async ({ actor, params: { athlete_id }, query: { from, to } }) => {
      const { org_id } = actor;
      const curve = await readMemberLoad(deps, { org_id, user_id: athlete_id, audience, from, to });
      if (curve === null) throw noSuchAthlete();
      noteReads(deps, actor, { org_id, kind: 'activities', user_ids: curve.is_withheld ? [] : [athlete_id] });
      return {
        status: 200,
        body: { success: true as const, data: { ...presentAthleteLoad(curve), athlete_id } },
      };
    },
  });
}

export function listAthleteHealthRoute(deps: Deps): Route {
  return route({
    operation_id: 'listAthleteHealthDays',
    method: 'GET',
    path: '/athletes/:athlete_id/health/daily',
    guard,
    tag: 'Athletes',
    summary: "One athlete's health, day by day, the latest first",
    description:
      'Only while the athlete lets programs of the organization see it (`share_health_with_api`, beside `share_health_with_coach`; both ' +
      'are off until they are turned on): otherwise there are no days, whatever is known.',
    params,
    query: HealthDaysQuery,
    responses: { 200: Success({ ...ATHLETE_HEALTH_DAYS, ...WHOSE }, 'The days.') },
    errors: [noSuchAthlete],
    handler: async ({ actor, params: { athlete_id }, query: { from, to } }) => {
      const { org_id } = actor;
      const found = await readMemberHealthDays(deps, { org_id, user_id: athlete_id, audience, from, to });
      if (found === null) throw noSuchAthlete();
      const { days, privacy_filtered } = found;
      noteReads(deps, actor, { org_id, kind: 'health', user_ids: days.length > 0 ? [athlete_id] : [] });
      const data = { days: days.map(presentHealthDay), privacy_filtered, athlete_id };
      return { status: 200, body: { success: true as const, data } };
    },
  });
}
