import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { changeHeadCoach } from '../change-head-coach.ts';
import {
  cannotLead,
  isHeadCoach,
  mayNotBeAsked,
  noSuchCoach,
  noSuchOrganization,
  noSuchUser,
  tooManyCoaches,
  tooManyOffers,
} from '../errors.ts';
import { ChangeHeadCoachBody, PutCoachBody, TeamResponse } from '../organization-contract.ts';
import { presentOrganization } from '../present.ts';
import { putCoach } from '../put-coach.ts';
import { removeCoach } from '../remove-coach.ts';
import type { OrganizationDeps } from './organizations.ts';

const changeHeadCoachRoute = (deps: OrganizationDeps): Route =>
  route({
    operation_id: 'changeHeadCoach',
    method: 'PUT',
    path: '/organizations/:org_id/head-coach',
    guard: { kind: 'user' },
    tag: 'Organizations',
    summary: 'Hand an organization over',
    description:
      'For the head coach, to another coach of the organization whose account is active and of the `membership_role` coach, who ' +
      'leads it after accepting; until then they stand in `pending_coaches`. You stay, as an `admin` coach: only the new head ' +
      'coach can hand it back.',
    params: idParams('org_id'),
    body: ChangeHeadCoachBody,
    responses: { 200: TeamResponse },
    errors: [forbidden, noSuchOrganization, noSuchCoach, cannotLead, mayNotBeAsked, tooManyOffers],
    handler: async ({ actor, params, body }) => {
      const { org_id } = params;
      const { organization, pending } = await changeHeadCoach(deps, actor, { org_id, user_id: body.user_id });
      const message = pending ? 'Asked to lead the organization.' : 'Head coach unchanged.';
      const data = { organization: presentOrganization(organization) };
      return { status: 200, body: { status: 'ok' as const, message, data } };
    },
  });

const putCoachRoute = (deps: OrganizationDeps): Route =>
  route({
    operation_id: 'putCoach',
    method: 'PUT',
    path: '/organizations/:org_id/coaches/:user_id',
    guard: { kind: 'user' },
    tag: 'Organizations',
    summary: 'Ask somebody to coach, or change the role of a coach',
    description:
      'For the head coach. Who is no coach of the organization yet is asked, and is one after accepting; until then they stand in `pending_coaches`.',
    params: idParams('org_id', 'user_id'),
    body: PutCoachBody,
    responses: { 200: TeamResponse },
    errors: [
      forbidden,
      noSuchOrganization,
      noSuchUser,
      isHeadCoach,
      tooManyCoaches,
      mayNotBeAsked,
      tooManyOffers,
    ],
    handler: async ({ actor, params, body }) => {
      const { org_id, user_id } = params;
      const { organization, pending } = await putCoach(deps, actor, { org_id, user_id, role: body.role });
      const message = pending ? 'Asked to become a coach.' : 'Coach appointed.';
      const data = { organization: presentOrganization(organization) };
      return { status: 200, body: { status: 'ok' as const, message, data } };
    },
  });

const removeCoachRoute = (deps: OrganizationDeps): Route =>
  route({
    operation_id: 'removeCoach',
    method: 'DELETE',
    path: '/organizations/:org_id/coaches/:user_id',
    guard: { kind: 'user' },
    tag: 'Organizations',
    summary: 'Dismiss a coach, or resign',
    description:
      'For the head coach, who also withdraws an offer so, and for coaches themselves. Members assigned to the coach have none afterwards. Who resigns cannot be asked again until they lift the block.',
    params: idParams('org_id', 'user_id'),
    responses: { 200: TeamResponse },
    errors: [forbidden, noSuchOrganization, noSuchCoach, isHeadCoach],
    handler: async ({ actor, params }) => {
      const { org_id, user_id } = params;
      const organization = await removeCoach(deps, actor, { org_id, user_id });
      const data = { organization: presentOrganization(organization) };
      return { status: 200, body: { status: 'ok' as const, message: 'Coach dismissed.', data } };
    },
  });

export function coachRoutes(deps: OrganizationDeps): readonly Route[] {
  return [changeHeadCoachRoute(deps), putCoachRoute(deps), removeCoachRoute(deps)];
}
