import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../shared/errors.ts';
import { addMember, offerMembership } from '../add-member.ts';
import { AddMemberBody, MemberResponse } from '../contract.ts';
import {
  alreadyMember,
  alreadyOffered,
  mayNotBeAsked,
  noSuchOrganization,
  noSuchUser,
  rosterIsFull,
  tooManyLabels,
  tooManyLabelsOfMember,
  tooManyOffers,
} from '../errors.ts';
import { presentMember, presentPendingMember } from '../present.ts';

export const addMemberRoute = (deps: Parameters<typeof offerMembership>[0]): Route =>
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
