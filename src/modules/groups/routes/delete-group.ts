import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../shared/errors.ts';
import { DoneResponse, noSuchOrganization } from '../../organizations/index.ts';
import { deleteGroup } from '../delete-group.ts';
import { noSuchGroup } from '../errors.ts';

export const deleteGroupRoute = (deps: Parameters<typeof deleteGroup>[0]): Route =>
  route({
    operation_id: 'deleteGroup',
    method: 'DELETE',
    path: '/organizations/:org_id/groups/:group_id',
    guard: { kind: 'user' },
    tag: 'Groups',
    summary: 'Delete a group',
    description: 'For coaches of the organization. The people in it stay members.',
    params: idParams('org_id', 'group_id'),
    responses: { 200: DoneResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchGroup],
    handler: async ({ actor, params }) => {
      await deleteGroup(deps, actor, { org_id: params.org_id, group_id: params.group_id });
      return { status: 200, body: { status: 'ok' as const, message: 'Group deleted.' } };
    },
  });
