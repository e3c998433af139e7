import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../shared/errors.ts';
import { MessageResponse } from '../contract.ts';
import { noSuchMember, noSuchOrganization } from '../errors.ts';
import { removeMember } from '../remove-member.ts';

export const removeMemberRoute = (deps: Parameters<typeof removeMember>[0]): Route =>
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
