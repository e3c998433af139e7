import { type Route, route } from '../../../http/route.ts';
import { featureNotEnabled } from '../../../shared/errors.ts';
import { presentMember, rosterIsFull } from '../../organizations/index.ts';
import { acceptInvitation } from '../accept-invitation.ts';
import { AcceptedInvitationResponse, OpenInvitationResponse, TokenParams } from '../contract.ts';
import { cannotReturn, invitationEnded, ownMembership, unknownToken } from '../errors.ts';
import { readInvitation } from '../read-invitation.ts';

export const readInvitationRoute = (deps: Parameters<typeof readInvitation>[0]): Route =>
  route({
    operation_id: 'getInvitation',
    method: 'GET',
    path: '/invitations/:token',
    guard: { kind: 'open' },
    tag: 'Invitations',
    summary: 'See who invites',
    description:
      'For pages and apps before anybody has signed in: which organization a link leads to. The 409 of one that was revoked, ' +
      'has expired or is used up says which.',
    params: TokenParams,
    responses: { 200: OpenInvitationResponse },
    errors: [unknownToken, invitationEnded],
    // The address holds a token: nobody on the way should keep it.
    volatile: true,
    handler: async ({ params: { token } }) => {
      const { org_id, org_name, logo_url, expires_at } = await readInvitation(deps, token);
      const invitation = { org_id, org_name, logo_url, expires_at: expires_at.toISOString() };
      return { status: 200, body: { status: 'ok' as const, data: { invitation } } };
    },
  });

export const acceptInvitationRoute = (deps: Parameters<typeof acceptInvitation>[0]): Route =>
  route({
    operation_id: 'acceptInvitation',
    method: 'POST',
    path: '/invitations/:token/accept',
    guard: { kind: 'user' },
    tag: 'Invitations',
    summary: 'Accept an invitation',
    description:
      'Puts you on the roster: the coaches of the organization see your training from then on, as far as your privacy ' +
      'settings share it. Whoever has the link may accept, whatever address it was sent to, but not who was suspended before ' +
      'leaving the organization, or left it or was removed after the invitation was made: those a coach has to add or invite ' +
      'anew. Whether you are a member, `GET /organizations` says.',
    params: TokenParams,
    responses: { 200: AcceptedInvitationResponse },
    errors: [unknownToken, invitationEnded, ownMembership, cannotReturn, rosterIsFull, featureNotEnabled],
    handler: async ({ actor, params: { token } }) => {
      const { invitation, member } = await acceptInvitation(deps, actor, token);
      const { org_id, org_name } = invitation;
      const message = `You are a member of ${org_name} now.`;
      const data = { organization: { org_id, org_name }, member: presentMember(member) };
      return { status: 200, body: { status: 'ok' as const, message, data } };
    },
  });
