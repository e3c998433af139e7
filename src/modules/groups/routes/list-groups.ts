import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import { GroupList, GroupQuery } from '../contract.ts';
import { presentGroup } from '../present.ts';
import { readGroups } from '../read-groups.ts';

export const listGroupsRoute = (deps: Parameters<typeof readGroups>[0]): Route =>
  route({
    operation_id: 'listGroups',
    method: 'GET',
    path: '/organizations/:org_id/groups',
    guard: { kind: 'user_or_key', scopes: ['groups:read'] },
    tag: 'Groups',
    summary: 'List the groups',
    description: 'For coaches of the organization, platform admins and the API keys of the organization.',
    params: idParams('org_id'),
    query: GroupQuery,
    responses: { 200: GroupList },
    errors: [forbidden, noSuchOrganization],
    handler: async ({ actor, params: { org_id }, query: { limit, cursor } }) => {
      const { groups, next_cursor } = await readGroups(deps, actor, { org_id, page: { limit, cursor } });
      const data = { groups: groups.map(presentGroup), next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });
