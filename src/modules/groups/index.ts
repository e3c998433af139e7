export { addGroupMember } from './add-group-member.ts';
export { GroupSummary } from './contract.ts';
export { createGroup } from './create-group.ts';
export { noSuchGroup } from './errors.ts';
export { type GroupSummary as ToldGroup, MAX_GROUPS } from './group.ts';
export { groupData } from './group-data.ts';
export { presentGroupSummary } from './present.ts';
export { findGroupsOfMany, findMostGroups, findPeopleOfGroups, listGroups } from './queries.ts';
export { groupRoutes } from './routes.ts';
