import { type Route, route } from '../../../http/route.ts';
import { forbidden } from '../../../shared/errors.ts';
import { createOrganization } from '../create-organization.ts';
import {
  foundedEnough,
  noSuchUser,
  organizationsByAdmins,
  orgNameLooksAlike,
  orgNameTaken,
} from '../errors.ts';
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
    description:
      'An application names the head coach; a signed-in coach becomes it. A platform admin may name another coach. Whom somebody else ' +
      'names is asked to accept. Where the operator has set `ORGANIZATION_CREATION=admins`, coaches cannot create organizations; ' +
      'applications still can.',
    body: CreateOrganizationBody,
    responses: { 201: OrganizationResponse },
    errors: [forbidden, organizationsByAdmins, noSuchUser, orgNameTaken, orgNameLooksAlike, foundedEnough],
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
