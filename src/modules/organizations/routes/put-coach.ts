import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { isHeadCoach, noSuchOrganization, noSuchUser, tooManyCoaches } from '../errors.ts';
import { OrganizationResponse, PutCoachBody } from '../organization-contract.ts';
import { presentOrganization } from '../present.ts';
import { putCoach } from '../put-coach.ts';

export const putCoachRoute = (deps: Parameters<typeof putCoach>[0]): Route =>
  route({
    operation_id: 'putCoach',
    method: 'PUT',
    path: '/organizations/:org_id/coaches/:user_id',
    guard: { kind: 'user' },
    tag: 'Organizations',
    summary: 'Appoint a coach, or change their role',
    description: 'For the head coach.',
    params: idParams('org_id', 'user_id'),
    body: PutCoachBody,
    responses: { 200: OrganizationResponse },
    errors: [forbidden, noSuchOrganization, noSuchUser, isHeadCoach, tooManyCoaches],
    handler: async ({ actor, params, body }) => {
      const { org_id, user_id } = params;
      const organization = await putCoach(deps, actor, { org_id, user_id, role: body.role });
      return {
        status: 200,
        body: { message: 'Coach appointed.', organization: presentOrganization(organization) },
      };
    },
  });
