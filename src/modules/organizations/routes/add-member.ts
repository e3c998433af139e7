import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../shared/errors.ts';
import { addMember } from '../add-member.ts';
import { AddMemberBody, MemberResponse } from '../contract.ts';
import { alreadyMember, noSuchOrganization, noSuchUser } from '../errors.ts';
import { presentMember } from '../present.ts';

export const addMemberRoute = (deps: Parameters<typeof addMember>[0]): Route =>
  route({
    operation_id: 'addMember',
    method: 'POST',
    path: '/organizations/:org_id/members',
    guard: { kind: 'user' },
    tag: 'Members',
    summary: 'Add a member',
    description:
      'For coaches of the organization. Who left may be added again, and starts anew. The athlete is notified, and so are the coaches.',
    params: idParams('org_id'),
    body: AddMemberBody,
    responses: { 201: MemberResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchUser, alreadyMember],
    handler: async ({ actor, params, body }) => {
      const member = await addMember(deps, actor, {
        org_id: params.org_id,
        user_id: body.user_id,
        display_name: body.display_name,
        member_level: body.member_level,
        labels: body.labels,
      });
      return { status: 201, body: { message: 'Member added.', member: presentMember(member) } };
    },
  });
