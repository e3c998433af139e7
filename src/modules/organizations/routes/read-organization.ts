import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { noSuchOrganization } from '../errors.ts';
import { Organization } from '../organization-contract.ts';
import { presentOrganization } from '../present.ts';
import { readOrganization } from '../read-organization.ts';

export const readOrganizationRoute = (deps: Parameters<typeof readOrganization>[0]): Route =>
  route({
    operation_id: 'getOrganization',
    method: 'GET',
    path: '/organizations/:org_id',
    guard: { kind: 'anyone', scopes: ['org:read'] },
    tag: 'Organizations',
    summary: 'Read an organization',
    description:
      'Needs no credentials. All settings are shown to members, coaches and platform admins; `tier` and `features` to those and to the API keys of the organization.',
    params: idParams('org_id'),
    responses: { 200: Organization },
    errors: [noSuchOrganization],
    handler: async ({ actor, params }) => ({
      status: 200,
      body: presentOrganization(await readOrganization(deps, actor, params.org_id)),
    }),
  });
