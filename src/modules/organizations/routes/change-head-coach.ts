import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { changeHeadCoach } from '../change-head-coach.ts';
import { cannotLead, mayNotBeAsked, noSuchCoach, noSuchOrganization, tooManyOffers } from '../errors.ts';
import { ChangeHeadCoachBody, TeamResponse } from '../organization-contract.ts';
import { presentOrganization } from '../present.ts';

export const changeHeadCoachRoute = (deps: Parameters<typeof changeHeadCoach>[0]): Route =>
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
