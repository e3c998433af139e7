import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { noSuchMember, noSuchOrganization } from '../../organizations/index.ts';
import { readAthleteBestTimes } from '../best-times.ts';
import { AthleteBestTimes, AthleteRaceList, RacesQuery } from '../contract.ts';
import { presentBestTime, presentRace } from '../present.ts';
import { listAthleteRaces, type ReadDeps } from '../read-races.ts';

const OF_ATHLETE = {
  guard: { kind: 'user' },
  tag: 'Races',
  errors: [forbidden, noSuchOrganization, noSuchMember],
} as const;

export function athleteRaceRoutes(deps: ReadDeps & NoteDeps): readonly Route[] {
  return [list(deps), bestTimes(deps)];
}

const list = (deps: ReadDeps & NoteDeps): Route =>
  route({
    ...OF_ATHLETE,
    operation_id: 'listAthleteRaces',
    method: 'GET',
    path: '/organizations/:org_id/athletes/:user_id/races',
    summary: "An athlete's calendar of races",
    description:
      'For coaches of the organization: races to come, and targets, while the athlete shares them (`share_race_goal`), races that are over ' +
      'with their results likewise (`share_race_history`).',
    params: idParams('org_id', 'user_id'),
    query: RacesQuery,
    responses: { 200: AthleteRaceList },
    handler: async ({ actor, params: { org_id, user_id }, query: { from, to, cursor, limit } }) => {
      const request = { org_id, user_id, from, to, cursor, limit };
      const { races, next_cursor, privacy_filtered } = await listAthleteRaces(deps, actor, request);
      noteReads(deps, actor, { org_id, kind: 'races', user_ids: races.length > 0 ? [user_id] : [] });
      const data = { races: races.map(presentRace), next_cursor, privacy_filtered: [...privacy_filtered] };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const bestTimes = (deps: ReadDeps & NoteDeps): Route =>
  route({
    ...OF_ATHLETE,
    operation_id: 'listAthleteBestTimes',
    method: 'GET',
    path: '/organizations/:org_id/athletes/:user_id/races/best-times',
    summary: "An athlete's best times by distance",
    description:
      'For coaches of the organization: with `share_pb` and `share_pace_data`, from results where the athlete shares races that are over ' +
      '(`share_race_history`), and from the activities that they share.',
    params: idParams('org_id', 'user_id'),
    responses: { 200: AthleteBestTimes },
    handler: async ({ actor, params: { org_id, user_id } }) => {
      const { times, privacy_filtered } = await readAthleteBestTimes(deps, actor, { org_id, user_id });
      noteReads(deps, actor, { org_id, kind: 'races', user_ids: times.length > 0 ? [user_id] : [] });
      const data = { times: times.map(presentBestTime), privacy_filtered: [...privacy_filtered] };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });
