import type { Route } from '../../http/route.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Quotas } from '../../shared/quotas.ts';
import type { Clock } from '../../shared/time.ts';
import { addGroupMemberRoute } from './routes/add-group-member.ts';
import { createGroupRoute } from './routes/create-group.ts';
import { deleteGroupRoute } from './routes/delete-group.ts';
import { listGroupsRoute } from './routes/list-groups.ts';
import { readGroupRoute } from './routes/read-group.ts';
import { removeGroupMemberRoute } from './routes/remove-group-member.ts';
import { updateGroupRoute } from './routes/update-group.ts';

export { addGroupMember } from './add-group-member.ts';
export { GroupSummary } from './contract.ts';
export { createGroup } from './create-group.ts';
export { noSuchGroup } from './errors.ts';
export { MAX_GROUPS } from './group.ts';
export { groupData } from './group-data.ts';
export { presentGroupSummary } from './present.ts';
export { findGroupsOfMany, findMostGroups, findPeopleOfGroups, listGroups } from './queries.ts';

export function groupRoutes(deps: {
  db: Database;
  clock: Clock;
  quotas: Pick<Quotas, 'groups'>;
}): readonly Route[] {
  return [
    listGroupsRoute(deps),
    createGroupRoute(deps),
    readGroupRoute(deps),
    updateGroupRoute(deps),
    deleteGroupRoute(deps),
    addGroupMemberRoute(deps),
    removeGroupMemberRoute(deps),
  ];
}
