import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../shared/errors.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import { ChangedGroupResponse } from '../contract.ts';
import { noSuchGroup, notInGroup } from '../errors.ts';
import { presentGroup } from '../present.ts';
import { removeGroupMember } from '../remove-group-member.ts';

export const removeGroupMemberRoute = (deps: Parameters<typeof removeGroupMember>[0]): Route =>
  route({
    operation_id: 'removeGroupMember',
    method: 'DELETE',
    path: '/organizations/:org_id/groups/:group_id/members/:user_id',
    guard: { kind: 'user' },
    tag: 'Groups',
    summary: 'Take a member out of a group',
    description: 'For coaches of the organization.',
    params: idParams('org_id', 'group_id', 'user_id'),
    responses: { 200: ChangedGroupResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchGroup, notInGroup],
    handler: async ({ actor, params }) => {
      const { org_id, group_id, user_id } = params;
      const group = await removeGroupMember(deps, actor, { org_id, group_id, user_id });
      const data = { group: presentGroup(group) };
      return {
        status: 200,
        body: { status: 'ok' as const, message: 'Member taken out of the group.', data },
      };
    },
  });
