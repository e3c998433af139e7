import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import { GroupResponse } from '../contract.ts';
import { noSuchGroup } from '../errors.ts';
import { presentGroup } from '../present.ts';
import { readGroup } from '../read-groups.ts';

export const readGroupRoute = (deps: Parameters<typeof readGroup>[0]): Route =>
  route({
    operation_id: 'getGroup',
    method: 'GET',
    path: '/organizations/:org_id/groups/:group_id',
    guard: { kind: 'user_or_key', scopes: ['groups:read'] },
    tag: 'Groups',
    summary: 'Read a group',
    description: 'For coaches of the organization, platform admins and the API keys of the organization.',
    params: idParams('org_id', 'group_id'),
    responses: { 200: GroupResponse },
    errors: [forbidden, noSuchOrganization, noSuchGroup],
    handler: async ({ actor, params }) => {
      const { org_id, group_id } = params;
      const group = presentGroup(await readGroup(deps, actor, { org_id, group_id }));
      return { status: 200, body: { status: 'ok' as const, data: { group } } };
    },
  });
