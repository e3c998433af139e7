import { type Route, route } from '../../http/route.ts';
import { idParams } from '../../http/schemas.ts';
import type { Database } from '../../infra/db/database.ts';
import { featureNotEnabled, forbidden } from '../../shared/errors.ts';
import type { Quotas } from '../../shared/quotas.ts';
import type { Clock } from '../../shared/time.ts';
import { DoneResponse, noSuchMember, noSuchOrganization } from '../organizations/index.ts';
import { addGroupMember } from './add-group-member.ts';
import {
  ChangedGroupResponse,
  CreateGroupBody,
  GroupList,
  GroupQuery,
  GroupResponse,
  UpdateGroupBody,
} from './contract.ts';
import { createGroup } from './create-group.ts';
import { deleteGroup } from './delete-group.ts';
import { groupNameTaken, noSuchGroup, notInGroup, tooManyGroups } from './errors.ts';
import { presentGroup } from './present.ts';
import { readGroup, readGroups } from './read-groups.ts';
import { removeGroupMember } from './remove-group-member.ts';
import { updateGroup } from './update-group.ts';

type GroupDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly quotas: Pick<Quotas, 'groups'>;
};

const listGroupsRoute = (deps: GroupDeps): Route =>
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

const createGroupRoute = (deps: GroupDeps): Route =>
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

const readGroupRoute = (deps: GroupDeps): Route =>
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

const updateGroupRoute = (deps: GroupDeps): Route =>
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

const deleteGroupRoute = (deps: GroupDeps): Route =>
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

const addGroupMemberRoute = (deps: GroupDeps): Route =>
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

const removeGroupMemberRoute = (deps: GroupDeps): Route =>
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

export function groupRoutes(deps: GroupDeps): readonly Route[] {
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
