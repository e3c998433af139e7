import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { MemberList, MemberQuery } from '../contract.ts';
import { noSuchOrganization } from '../errors.ts';
import { listMembers } from '../list-members.ts';
import { presentRosterEntry } from '../present.ts';

export const listMembersRoute = (deps: Parameters<typeof listMembers>[0]): Route =>
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
