import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { noSuchOrganization, orgNameLooksAlike, orgNameTaken } from '../errors.ts';
import { OrganizationResponse, UpdateOrganizationBody } from '../organization-contract.ts';
import { presentOrganization } from '../present.ts';
import { updateOrganization } from '../update-organization.ts';

export const updateOrganizationRoute = (deps: Parameters<typeof updateOrganization>[0]): Route =>
  route({
    operation_id: 'updateOrganization',
    method: 'PUT',
    path: '/organizations/:org_id',
    guard: { kind: 'user' },
    tag: 'Organizations',
    summary: 'Change an organization',
    description: 'For the head coach, admins of the organization and platform admins.',
    params: idParams('org_id'),
    body: UpdateOrganizationBody,
    responses: { 200: OrganizationResponse },
    errors: [forbidden, noSuchOrganization, orgNameTaken, orgNameLooksAlike],
    handler: async ({ actor, params, body }) => {
      const organization = await updateOrganization(deps, actor, params.org_id, {
        name: body.name,
        description: body.description,
        settings: body.settings,
      });
      return {
        status: 200,
        body: { message: 'Organization updated.', organization: presentOrganization(organization) },
      };
    },
  });
