import { type Route, route } from '../../../http/route.ts';
import { listOwnOrganizations } from '../list-own-organizations.ts';
import { OwnOrganizationList, OwnOrganizationQuery } from '../organization-contract.ts';
import { presentOwnOrganization } from '../present.ts';

export const listOwnOrganizationsRoute = (deps: Parameters<typeof listOwnOrganizations>[0]): Route =>
  route({
    operation_id: 'listOwnOrganizations',
    method: 'GET',
    path: '/organizations',
    guard: { kind: 'user' },
    tag: 'Organizations',
    summary: 'List your organizations',
    description: 'Those that you lead, coach or are a member of.',
    query: OwnOrganizationQuery,
    responses: { 200: OwnOrganizationList },
    handler: async ({ actor, query: { limit, cursor } }) => {
      const { organizations, next_cursor } = await listOwnOrganizations(deps, actor, { limit, cursor });
      const data = { organizations: organizations.map(presentOwnOrganization), next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });
