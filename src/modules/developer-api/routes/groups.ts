import Type from 'typebox';
import { type Route, route } from '../../../http/route.ts';
import type { Database } from '../../../infra/db/database.ts';
import { GroupSummary, listGroups, MAX_GROUPS, presentGroupSummary } from '../../groups/index.ts';
import { Success } from '../contract.ts';

export function listGroupsRoute(deps: { db: Database }): Route {
  return route({
    operation_id: 'listGroups',
    method: 'GET',
    path: '/groups',
    guard: { kind: 'developer_key', scope: 'groups:read' },
    tag: 'Groups',
    summary: 'Groups of the organization, without their members',
    description: 'All of them on one page, the oldest first. Who is in which group, the athletes say.',
    responses: {
      200: Success(
        { groups: Type.Array(GroupSummary, { maxItems: MAX_GROUPS, description: 'The oldest first.' }) },
        'All groups.',
      ),
    },
    handler: async ({ actor }) => {
      const groups = await listGroups(deps.db, actor.org_id);
      return {
        status: 200,
        body: { success: true as const, data: { groups: groups.map(presentGroupSummary) } },
      };
    },
  });
}
