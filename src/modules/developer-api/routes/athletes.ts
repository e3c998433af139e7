import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { idParams, pageQuery } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import { findAthlete, listAthletes, presentAthlete } from '../../organizations/index.ts';
import { AthleteObject, Success } from '../contract.ts';
import { noSuchAthlete } from '../errors.ts';

export function listAthletesRoute(deps: { db: Database }): Route {
  return route({
    operation_id: 'listAthletes',
    method: 'GET',
    path: '/athletes',
    guard: { kind: 'developer_key', scope: 'athletes:read' },
    tag: 'Athletes',
    summary: 'Athletes of the organization, by the date they joined',
    query: Type.Object(pageQuery(50, 100)),
    responses: {
      200: Success(
        {
          athletes: Type.Array(AthleteObject),
          total: Type.Integer({
            minimum: 0,
            description: 'All current members with an active account, before slicing.',
          }),
          limit: Type.Integer(),
          offset: Type.Integer(),
        },
        'A page of athletes.',
      ),
    },
    handler: async ({ actor, query: { limit = 50, offset = 0 } }) => {
      const { athletes, total } = await listAthletes(deps.db, { org_id: actor.org_id, limit, offset });
      const presented = athletes.map((athlete) => presentAthlete(athlete, 'organization_api'));
      return {
        status: 200,
        body: { success: true as const, data: { athletes: presented, total, limit, offset } },
      };
    },
  });
}

export function readAthleteRoute(deps: { db: Database }): Route {
  return route({
    operation_id: 'getAthlete',
    method: 'GET',
    path: '/athletes/:athlete_id',
    guard: { kind: 'developer_key', scope: 'athletes:read' },
    tag: 'Athletes',
    summary: 'One athlete',
    params: idParams('athlete_id'),
    responses: { 200: Success({ athlete: AthleteObject }, 'The athlete.') },
    handler: async ({ actor, params }) => {
      const athlete = await findAthlete(deps.db, { org_id: actor.org_id, user_id: params.athlete_id });
      if (athlete === null) throw noSuchAthlete();
      return {
        status: 200,
        body: { success: true as const, data: { athlete: presentAthlete(athlete, 'organization_api') } },
      };
    },
  });
}
