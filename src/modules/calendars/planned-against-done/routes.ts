import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { noSuchActivity, shuttingDown } from '../../activities/index.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import { AthletePlannedResponse, OwnPlannedResponse } from './contract.ts';
import { presentPlanned } from './present.ts';
import { kindsRead, type PlannedDeps, readAthletePlanned, readOwnPlanned } from './read-planned.ts';

export function plannedRoutes(deps: PlannedDeps & NoteDeps): readonly Route[] {
  return [ownPlannedRoute(deps), athletePlannedRoute(deps)];
}

const tag = 'Plans';

const ownPlannedRoute = (deps: PlannedDeps): Route =>
  route({
    operation_id: 'getActivityPlanned',
    method: 'GET',
    path: '/activities/:activity_id/planned',
    guard: { kind: 'user' },
    tag,
    summary: 'Hold an own workout against what was planned',
    description:
      'Step by step: target, what was reached, how far off. For the planned workout that the activity counts for in the calendar; ' +
      '`planned` is null where it counts for none.',
    params: idParams('activity_id'),
    responses: { 200: OwnPlannedResponse },
    errors: [noSuchActivity, shuttingDown],
    handler: async ({ actor, params }) => {
      const read = await readOwnPlanned(deps, actor, params.activity_id);
      return { status: 200, body: { status: 'ok' as const, data: presentPlanned(read) } };
    },
  });

const athletePlannedRoute = (deps: PlannedDeps & NoteDeps): Route =>
  route({
    operation_id: 'getAthleteActivityPlanned',
    method: 'GET',
    path: '/organizations/:org_id/athletes/:user_id/activities/:activity_id/planned',
    guard: { kind: 'user' },
    tag,
    summary: "Hold an athlete's workout against what was planned",
    description:
      'For coaches of the organization, of the plans that it gave. Computed of what the athlete shares with coaches of plan, laps and ' +
      'samples, and of nothing else: without `share_pace_data` of times alone. An activity that is hidden is 404, as if it did not exist.',
    params: idParams('org_id', 'user_id', 'activity_id'),
    responses: { 200: AthletePlannedResponse },
    errors: [forbidden, noSuchOrganization, noSuchActivity, shuttingDown],
    handler: async ({ actor, params: { org_id, user_id, activity_id } }) => {
      const read = await readAthletePlanned(deps, actor, { org_id, user_id, activity_id });
      for (const kind of kindsRead(read)) noteReads(deps, actor, { org_id, kind, user_ids: [user_id] });
      const data = { ...presentPlanned(read), privacy_filtered: [...read.privacy_filtered] };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });
