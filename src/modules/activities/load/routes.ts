import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { noSuchMember, noSuchOrganization } from '../../organizations/index.ts';
import { AthleteLoadCurve, LoadQuery, OwnLoad } from './contract.ts';
import { presentAthleteLoad, presentLoadDay } from './present.ts';
import { type LoadDeps, readAthleteLoad, readOwnLoad } from './read-load.ts';

export const readOwnLoadRoute = (deps: LoadDeps): Route =>
  route({
    operation_id: 'getLoad',
    method: 'GET',
    path: '/athletes/me/load',
    guard: { kind: 'user' },
    tag: 'Activities',
    summary: 'The own fitness, fatigue and form, day by day',
    description:
      'From the training load of all own activities, private ones too. Where nothing is known to reckon a load by (zones of ' +
      'heart rate or a threshold pace), an activity has none and does not count; a change of zones reckons the last year anew.',
    query: LoadQuery,
    responses: { 200: OwnLoad },
    handler: async ({ actor, query }) => {
      const { time_zone, days } = await readOwnLoad(deps, actor, { from: query.from, to: query.to });
      return {
        status: 200,
        body: { status: 'ok' as const, data: { time_zone, days: days.map(presentLoadDay) } },
      };
    },
  });

export const readAthleteLoadRoute = (deps: LoadDeps & NoteDeps): Route =>
  route({
    operation_id: 'getAthleteLoad',
    method: 'GET',
    path: '/organizations/:org_id/athletes/:user_id/load',
    guard: { kind: 'user' },
    tag: 'Activities',
    summary: "An athlete's fitness, fatigue and form, day by day",
    description:
      'For coaches of the organization: from the activities that the athlete shares with coaches, as if there were no others. Needs ' +
      'the athlete’s `share_pace_data`, since a load can tell of their threshold pace.',
    params: idParams('org_id', 'user_id'),
    query: LoadQuery,
    responses: { 200: AthleteLoadCurve },
    errors: [forbidden, noSuchOrganization, noSuchMember],
    handler: async ({ actor, params: { org_id, user_id }, query }) => {
      const asked = { org_id, user_id, from: query.from, to: query.to };
      const curve = await readAthleteLoad(deps, actor, asked);
      noteReads(deps, actor, { org_id, kind: 'activities', user_ids: curve.is_withheld ? [] : [user_id] });
      return { status: 200, body: { status: 'ok' as const, data: presentAthleteLoad(curve) } };
    },
  });
