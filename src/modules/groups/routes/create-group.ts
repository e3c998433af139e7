import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../shared/errors.ts';
import { noSuchOrganization } from '../../organizations/index.ts';
import { ChangedGroupResponse, CreateGroupBody } from '../contract.ts';
import { createGroup } from '../create-group.ts';
import { groupNameTaken, tooManyGroups } from '../errors.ts';
import { presentGroup } from '../present.ts';

export const createGroupRoute = (deps: Parameters<typeof createGroup>[0]): Route =>
  route({
    operation_id: 'createGroup',
    method: 'POST',
    path: '/organizations/:org_id/groups',
    guard: { kind: 'user' },
    tag: 'Groups',
    summary: 'Create a group',
    description: 'For coaches of the organization.',
    params: idParams('org_id'),
    body: CreateGroupBody,
    responses: { 201: ChangedGroupResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization, groupNameTaken, tooManyGroups],
    handler: async ({ actor, params, body }) => {
      const group = await createGroup(deps, actor, {
        org_id: params.org_id,
        name: body.name,
        description: body.description,
        color: body.color,
      });
      const data = { group: presentGroup(group) };
      return { status: 201, body: { status: 'ok' as const, message: 'Group created.', data } };
    },
  });
