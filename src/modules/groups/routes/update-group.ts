import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../shared/errors.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import { ChangedGroupResponse, UpdateGroupBody } from '../contract.ts';
import { groupNameTaken, noSuchGroup } from '../errors.ts';
import { presentGroup } from '../present.ts';
import { updateGroup } from '../update-group.ts';

export const updateGroupRoute = (deps: Parameters<typeof updateGroup>[0]): Route =>
  route({
    operation_id: 'updateGroup',
    method: 'PATCH',
    path: '/organizations/:org_id/groups/:group_id',
    guard: { kind: 'user' },
    tag: 'Groups',
    summary: 'Change a group',
    description: 'For coaches of the organization.',
    params: idParams('org_id', 'group_id'),
    body: UpdateGroupBody,
    responses: { 200: ChangedGroupResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchGroup, groupNameTaken],
    handler: async ({ actor, params, body }) => {
      const { org_id, group_id } = params;
      const { name, description, color } = body;
      const group = await updateGroup(deps, actor, { org_id, group_id }, { name, description, color });
      const data = { group: presentGroup(group) };
      return { status: 200, body: { status: 'ok' as const, message: 'Group updated.', data } };
    },
  });
