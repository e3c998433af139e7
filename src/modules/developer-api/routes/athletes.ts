import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import { Count, eitherPageEcho, eitherPageQuery, idParams } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { sequenceChanges } from '../../changes/index.ts';
import { findAthlete, listAthletes, presentAthlete } from '../../organizations/index.ts';
import {
  AthleteObject,
  MAX_PAGE_SIZE,
  PAGE_SIZE,
  readUpdatedSince,
  Success,
  UpdatedSince,
} from '../contract.ts';
import { pageFound, rowsAsked } from '../either-page.ts';
import { noSuchAthlete } from '../errors.ts';

type Deps = NoteDeps & { readonly db: Database };

export function listAthletesRoute(deps: Deps): Route {
  return route({
    operation_id: 'listAthletes',
    method: 'GET',
    path: '/athletes',
    guard: { kind: 'developer_key', scope: 'athletes:read' },
    tag: 'Athletes',
    summary: 'Athletes of the organization, by the date they joined',
    description:
      'Ordered by `joined_at`, then by id. Current members with an active account: who leaves is gone at once.',
    query: Type.Object({ updated_since: UpdatedSince, ...eitherPageQuery(PAGE_SIZE, MAX_PAGE_SIZE) }),
    responses: {
      200: Success(
        {
          athletes: Type.Array(AthleteObject, {
            maxItems: MAX_PAGE_SIZE,
            description: 'By `joined_at`, then id.',
          }),
          total: Count(
            'All current members with an active account, on all pages; with `updated_since` those of them who have changed.',
            34,
          ),
          ...eitherPageEcho(PAGE_SIZE, MAX_PAGE_SIZE),
        },
        'A page of athletes.',
      ),
    },
    handler: async ({ actor, query }) => {
      const asked = rowsAsked(query);
      const updated_since_ms = readUpdatedSince(query);
      // When athletes have changed is known of those changes that have a place.
      if (updated_since_ms !== undefined) await sequenceChanges(deps);
      const page = { org_id: actor.org_id, updated_since_ms, ...asked };
      const { athletes: found, total } = await listAthletes(deps.db, page);
      const { rows: athletes, echo } = pageFound(query, found, ({ joined_at, id }) => ({
        at: joined_at,
        id,
      }));
      noteReads(deps, actor, {
        org_id: actor.org_id,
        kind: 'profile',
        user_ids: athletes.map(({ id }) => id),
      });
      const presented = athletes.map((athlete) => presentAthlete(athlete, 'organization_api'));
      return {
        status: 200,
        body: { success: true as const, data: { athletes: presented, total, ...echo } },
      };
    },
  });
}

export function readAthleteRoute(deps: Deps): Route {
  return route({
    operation_id: 'getAthlete',
    method: 'GET',
    path: '/athletes/:athlete_id',
    guard: { kind: 'developer_key', scope: 'athletes:read' },
    tag: 'Athletes',
    summary: 'One athlete',
    description: 'A current member with an active account; anybody else is 404.',
    params: idParams('athlete_id'),
    responses: { 200: Success({ athlete: AthleteObject }, 'The athlete.') },
    errors: [noSuchAthlete],
    handler: async ({ actor, params }) => {
      const athlete = await findAthlete(deps.db, { org_id: actor.org_id, user_id: params.athlete_id });
      if (athlete === null) throw noSuchAthlete();
      noteReads(deps, actor, { org_id: actor.org_id, kind: 'profile', user_ids: [athlete.id] });
      return {
        status: 200,
        body: { success: true as const, data: { athlete: presentAthlete(athlete, 'organization_api') } },
      };
    },
  });
}
