import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../shared/errors.ts';
import { type AddMemberDeps, addMember, offerMembership } from '../add-member.ts';
import {
  AddMemberBody,
  ChangedMemberResponse,
  MemberList,
  MemberQuery,
  MemberResponse,
  MessageResponse,
  UpdateMemberBody,
} from '../contract.ts';
import {
  alreadyMember,
  alreadyOffered,
  mayNotBeAsked,
  noSuchMember,
  noSuchOrganization,
  noSuchUser,
  rosterIsFull,
  tooManyLabels,
  tooManyLabelsOfMember,
  tooManyOffers,
} from '../errors.ts';
import { listMembers } from '../list-members.ts';
import { presentMember, presentPendingMember, presentRosterEntry } from '../present.ts';
import { removeMember } from '../remove-member.ts';
import { updateMember } from '../update-member.ts';

const addMemberRoute = (deps: AddMemberDeps): Route =>
  route({
    operation_id: 'addMember',
    method: 'POST',
    path: '/organizations/:org_id/members',
    guard: { kind: 'app_or_user' },
    tag: 'Members',
    summary: 'Add a member',
    description:
      'For coaches of the organization, whose athletes are asked: the member is `pending` until they accept, and the organization ' +
      'sees only what was typed here. With an app key the member is `active` at once: an application asks in its own pages. ' +
      'Who declined or left can be added again only after they lift the block, and starts anew. The athlete is told.',
    params: idParams('org_id'),
    body: AddMemberBody,
    responses: { 201: MemberResponse },
    errors: [
      forbidden,
      featureNotEnabled,
      noSuchOrganization,
      noSuchUser,
      alreadyMember,
      alreadyOffered,
      mayNotBeAsked,
      tooManyOffers,
      tooManyLabels,
      tooManyLabelsOfMember,
      rosterIsFull,
    ],
    handler: async ({ actor, params, body }) => {
      const { user_id, display_name, member_level, labels } = body;
      const input = { org_id: params.org_id, user_id, display_name, member_level, labels };
      if (actor.type === 'app') {
        const member = presentMember(await addMember(deps, actor, input));
        return { status: 201, body: { message: 'Member added.', member } };
      }
      const member = presentPendingMember(await offerMembership(deps, actor, input));
      return { status: 201, body: { message: 'Asked to become a member.', member } };
    },
  });

const listMembersRoute = (deps: AddMemberDeps): Route =>
  route({
    operation_id: 'listMembers',
    method: 'GET',
    path: '/organizations/:org_id/members',
    guard: { kind: 'user_or_key', scopes: ['athletes:read'] },
    tag: 'Members',
    summary: 'List the members',
    description:
      'For coaches of the organization, platform admins and the API keys of the organization. Pages are asked for by `offset`, or by ' +
      '`cursor` and without it.',
    params: idParams('org_id'),
    query: MemberQuery,
    responses: { 200: MemberList },
    errors: [forbidden, noSuchOrganization],
    handler: async ({ actor, params, query }) => {
      const { members, count, next_cursor } = await listMembers(deps, actor, {
        org_id: params.org_id,
        status: query.status,
        level: query.level?.normalize(),
        labels: (query.label ?? []).map((label) => label.normalize()),
        coach_id: query.coach_id,
        include_profile_status: query.include_profile_status ?? false,
        page: { limit: query.limit, offset: query.offset, cursor: query.cursor },
      });
      return {
        status: 200,
        body: {
          members: members.map(presentRosterEntry),
          count,
          ...(query.cursor !== undefined && { next_cursor }),
        },
      };
    },
  });

const updateMemberRoute = (deps: AddMemberDeps): Route =>
  route({
    operation_id: 'updateMember',
    method: 'PATCH',
    path: '/organizations/:org_id/members/:user_id',
    guard: { kind: 'user' },
    tag: 'Members',
    summary: 'Change what coaches keep about a member',
    description: 'For coaches of the organization.',
    params: idParams('org_id', 'user_id'),
    body: UpdateMemberBody,
    responses: { 200: ChangedMemberResponse },
    errors: [
      forbidden,
      featureNotEnabled,
      noSuchOrganization,
      noSuchMember,
      tooManyLabels,
      tooManyLabelsOfMember,
    ],
    handler: async ({ actor, params, body }) => {
      const { org_id, user_id } = params;
      const member = await updateMember(
        deps,
        actor,
        { org_id, user_id },
        {
          display_name: body.display_name,
          member_level: body.member_level,
          labels: body.labels,
          status: body.status,
          coach_id: body.coach_id,
        },
      );
      const data = { member: presentMember(member) };
      return { status: 200, body: { status: 'ok' as const, message: 'Member updated.', data } };
    },
  });

const removeMemberRoute = (deps: AddMemberDeps): Route =>
  route({
    operation_id: 'removeMember',
    method: 'DELETE',
    path: '/organizations/:org_id/members/:user_id',
    guard: { kind: 'user' },
    tag: 'Members',
    summary: 'Remove a member, or leave',
    description:
      'For coaches of the organization, and for members to leave. The member is out of all its groups as well, and the plans it gave them end. The coaches are notified.',
    params: idParams('org_id', 'user_id'),
    responses: { 200: MessageResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchMember],
    handler: async ({ actor, params }) => {
      await removeMember(deps, actor, { org_id: params.org_id, user_id: params.user_id });
      return { status: 200, body: { message: 'Member removed.' } };
    },
  });

export function memberRoutes(deps: AddMemberDeps): readonly Route[] {
  return [addMemberRoute(deps), listMembersRoute(deps), updateMemberRoute(deps), removeMemberRoute(deps)];
}
