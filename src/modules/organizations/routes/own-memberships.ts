import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { featureNotEnabled } from '../../../shared/errors.ts';
import { cursorOf, positionOf } from '../../../shared/page-cursor.ts';
import { type AnswerDeps, acceptOffer, declineOffer } from '../answer-offer.ts';
import { DoneResponse } from '../contract.ts';
import {
  alreadyMember,
  cannotLead,
  noSuchBlock,
  noSuchOffer,
  noSuchOrganization,
  offerLapsed,
  tooManyCoaches,
} from '../errors.ts';
import {
  AnswerOfferQuery,
  OwnMembershipList,
  OwnMembershipQuery,
  OwnMembershipResponse,
} from '../membership-contract.ts';
import { liftBlock, listOwnMemberships, readOwnMembership } from '../own-memberships.ts';
import { presentOwnMembership } from '../present.ts';

export function ownMembershipRoutes(deps: AnswerDeps): readonly Route[] {
  return [
    listOwnMembershipsRoute(deps),
    readOwnMembershipRoute(deps),
    acceptOfferRoute(deps),
    declineOfferRoute(deps),
    liftBlockRoute(deps),
  ];
}

const listOwnMembershipsRoute = (deps: AnswerDeps): Route =>
  route({
    operation_id: 'listOwnMemberships',
    method: 'GET',
    path: '/users/me/memberships',
    guard: { kind: 'user' },
    tag: 'Memberships',
    summary: 'List what is between you and organizations',
    description:
      'The organizations you belong to, those that ask you to and wait for your answer, and those that you have blocked by declining or leaving.',
    query: OwnMembershipQuery,
    responses: { 200: OwnMembershipList },
    handler: async ({ actor, query: { limit, cursor } }) => {
      const after = cursor === undefined ? undefined : positionOf(cursor).id;
      const { memberships, next } = await listOwnMemberships(deps, actor, { after, limit });
      const next_cursor = next && cursorOf({ at: new Date(0), id: next });
      const data = { memberships: memberships.map(presentOwnMembership), next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const readOwnMembershipRoute = (deps: AnswerDeps): Route =>
  route({
    operation_id: 'getOwnMembership',
    method: 'GET',
    path: '/organizations/:org_id/membership',
    guard: { kind: 'user' },
    tag: 'Memberships',
    summary: 'Read what is between you and an organization',
    description:
      'What you are to it, what it asks you to be, and whether it may ask you again. 404 where there is nothing.',
    params: idParams('org_id'),
    responses: { 200: OwnMembershipResponse },
    errors: [noSuchOrganization],
    handler: async ({ actor: { user_id }, params: { org_id } }) => {
      const membership = presentOwnMembership(await readOwnMembership(deps.db, { org_id, user_id }));
      return { status: 200, body: { status: 'ok' as const, data: { membership } } };
    },
  });

const acceptOfferRoute = (deps: AnswerDeps): Route =>
  route({
    operation_id: 'acceptMembership',
    method: 'POST',
    path: '/organizations/:org_id/membership/accept',
    guard: { kind: 'user' },
    tag: 'Memberships',
    summary: 'Accept what an organization asks you to be',
    description:
      'As a member you show its coaches, and the programs that it lets read, your training as far as your privacy settings share it. ' +
      'As a coach or head coach you see that of its members, and its public page names you.',
    params: idParams('org_id'),
    query: AnswerOfferQuery,
    responses: { 200: OwnMembershipResponse },
    errors: [noSuchOffer, alreadyMember, tooManyCoaches, cannotLead, offerLapsed, featureNotEnabled],
    handler: async ({ actor, params: { org_id }, query: { role } }) => {
      const membership = presentOwnMembership(await acceptOffer(deps, actor, { org_id, role }));
      return { status: 200, body: { status: 'ok' as const, data: { membership } } };
    },
  });

const declineOfferRoute = (deps: AnswerDeps): Route =>
  route({
    operation_id: 'declineMembership',
    method: 'POST',
    path: '/organizations/:org_id/membership/decline',
    guard: { kind: 'user' },
    tag: 'Memberships',
    summary: 'Decline what an organization asks you to be',
    description:
      'It cannot ask you again until you lift the block. A coach who does not want to lead stays a coach and blocks nothing.',
    params: idParams('org_id'),
    query: AnswerOfferQuery,
    responses: { 200: OwnMembershipResponse },
    errors: [noSuchOffer],
    handler: async ({ actor, params: { org_id }, query: { role } }) => {
      const membership = presentOwnMembership(await declineOffer(deps, actor, { org_id, role }));
      return { status: 200, body: { status: 'ok' as const, data: { membership } } };
    },
  });

const liftBlockRoute = (deps: AnswerDeps): Route =>
  route({
    operation_id: 'liftMembershipBlock',
    method: 'DELETE',
    path: '/organizations/:org_id/membership/block',
    guard: { kind: 'user' },
    tag: 'Memberships',
    summary: 'Allow an organization to ask you again',
    description: 'Whoever declines an offer or leaves an organization blocks it until then.',
    params: idParams('org_id'),
    responses: { 200: DoneResponse },
    errors: [noSuchBlock],
    handler: async ({ actor, params: { org_id } }) => {
      await liftBlock(deps, actor, org_id);
      return { status: 200, body: { status: 'ok' as const, message: 'The organization may ask you again.' } };
    },
  });
