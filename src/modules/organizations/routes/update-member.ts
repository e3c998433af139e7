import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../shared/errors.ts';
import { ChangedMemberResponse, UpdateMemberBody } from '../contract.ts';
import { noSuchMember, noSuchOrganization, tooManyLabels, tooManyLabelsOfMember } from '../errors.ts';
import { presentMember } from '../present.ts';
import { updateMember } from '../update-member.ts';

export const updateMemberRoute = (deps: Parameters<typeof updateMember>[0]): Route =>
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
