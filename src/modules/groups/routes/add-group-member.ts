import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../shared/errors.ts';
import { noSuchMember, noSuchOrganization } from '../../organizations/index.ts';
import { addGroupMember } from '../add-group-member.ts';
import { ChangedGroupResponse } from '../contract.ts';
import { noSuchGroup } from '../errors.ts';
import { presentGroup } from '../present.ts';

export const addGroupMemberRoute = (deps: Parameters<typeof addGroupMember>[0]): Route =>
  route({
    operation_id: 'addGroupMember',
    method: 'PUT',
    path: '/organizations/:org_id/groups/:group_id/members/:user_id',
    guard: { kind: 'user' },
    tag: 'Groups',
    summary: 'Put a member into a group',
    description: 'For coaches of the organization. Takes no body; doing it again changes nothing.',
    params: idParams('org_id', 'group_id', 'user_id'),
    responses: { 200: ChangedGroupResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchGroup, noSuchMember],
    handler: async ({ actor, params }) => {
      const { org_id, group_id, user_id } = params;
      const group = await addGroupMember(deps, actor, { org_id, group_id, user_id });
      const data = { group: presentGroup(group) };
      return { status: 200, body: { status: 'ok' as const, message: 'Member put into the group.', data } };
    },
  });
