import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { type NoteDeps, noteReads } from '../../audit/index.ts';
import { noSuchMember, noSuchOrganization } from '../../organizations/index.ts';
import { AthleteConstraints, OwnConstraints } from '../constraints-contract.ts';
import { DaysQuery } from '../contract.ts';
import { presentConstraints } from '../present.ts';
import { readAthleteConstraints, readOwnConstraints } from '../read-constraints.ts';
import type { ReadDeps } from '../read-days.ts';

const TAG = 'Availability';

export const ownConstraintsRoute = (deps: ReadDeps): Route =>
  route({
    operation_id: 'getConstraints',
    method: 'GET',
    path: '/availability/constraints',
    guard: { kind: 'user' },
    tag: TAG,
    summary: 'What the own availability, injuries and races mean for a plan',
    description:
      'As `constraints` of a request for a plan of these days, and what such constraints cannot say, by name.',
    query: DaysQuery,
    responses: { 200: OwnConstraints },
    handler: async ({ actor, query: { from, to } }) => {
      const found = await readOwnConstraints(deps, actor, { from, to });
      return { status: 200, body: { status: 'ok' as const, data: presentConstraints(found) } };
    },
  });

export const athleteConstraintsRoute = (deps: ReadDeps & NoteDeps): Route =>
  route({
    operation_id: 'getAthleteConstraints',
    method: 'GET',
    path: '/organizations/:org_id/athletes/:user_id/availability/constraints',
    guard: { kind: 'user' },
    tag: TAG,
    summary: "What an athlete's availability, injuries and races mean for a plan",
    description:
      'For coaches of the organization, made of what they may see alone: what a request for a plan takes with ' +
      '`constraints_from: "availability"`, in this order.',
    params: idParams('org_id', 'user_id'),
    query: DaysQuery,
    responses: { 200: AthleteConstraints },
    errors: [forbidden, noSuchOrganization, noSuchMember],
    handler: async ({ actor, params: { org_id, user_id }, query: { from, to } }) => {
      const found = await readAthleteConstraints(deps, actor, { org_id, user_id, from, to });
      const { constraints, not_taken, privacy_filtered } = found;
      const told = [not_taken, ...Object.values(constraints)].some((list) => list.length > 0);
      noteReads(deps, actor, { org_id, kind: 'availability', user_ids: told ? [user_id] : [] });
      const data = { ...presentConstraints(found), privacy_filtered: [...privacy_filtered] };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });
