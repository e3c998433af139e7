import { type Route, route } from '../../../http/route.ts';
import { forbidden } from '../../../shared/errors.ts';
import { createOrganization } from '../create-organization.ts';
import { noSuchUser, orgNameTaken } from '../errors.ts';
import { CreateOrganizationBody, OrganizationResponse } from '../organization-contract.ts';
import { presentOrganization } from '../present.ts';

export const createOrganizationRoute = (deps: Parameters<typeof createOrganization>[0]): Route =>
  route({
    operation_id: 'createOrganization',
    method: 'POST',
    path: '/organizations',
    guard: { kind: 'app_or_user' },
    tag: 'Organizations',
    summary: 'Create an organization',
    description: 'An application names the head coach; a signed-in coach becomes it.',
    body: CreateOrganizationBody,
    responses: { 201: OrganizationResponse },
    errors: [forbidden, noSuchUser, orgNameTaken],
    handler: async ({ actor, body }) => {
      const organization = await createOrganization(deps, actor, {
        name: body.name,
        description: body.description,
        head_coach_user_id: body.head_coach_user_id,
        settings: body.settings,
      });
      return {
        status: 201,
        body: { message: 'Organization created.', organization: presentOrganization(organization) },
      };
    },
  });
