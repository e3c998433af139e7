import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import {
  isHeadCoach,
  mayNotBeAsked,
  noSuchOrganization,
  noSuchUser,
  tooManyCoaches,
  tooManyOffers,
} from '../errors.ts';
import { PutCoachBody, TeamResponse } from '../organization-contract.ts';
import { presentOrganization } from '../present.ts';
import { putCoach } from '../put-coach.ts';

export const putCoachRoute = (deps: Parameters<typeof putCoach>[0]): Route =>
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
