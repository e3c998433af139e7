import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../../shared/errors.ts';
import {
  DoneResponse,
  noSuchOrganization,
  tooManyLabels,
  tooManyLabelsOfMember,
} from '../../organizations/index.ts';
import {
  CreatedInvitationResponse,
  CreateInvitationBody,
  InvitationList,
  InvitationQuery,
} from '../contract.ts';
import { createInvitation } from '../create-invitation.ts';
import { invitationMailLimit, invitedAlready, noSuchInvitation, tooManyInvitations } from '../errors.ts';
import { MAX_MAILS_AN_HOUR, MAX_PENDING } from '../invitation.ts';
import { listInvitations } from '../list-invitations.ts';
import { presentInvitation } from '../present.ts';
import { revokeInvitation } from '../revoke-invitation.ts';

export const createInvitationRoute = (deps: Parameters<typeof createInvitation>[0]): Route =>
  route({
    operation_id: 'createInvitation',
    method: 'POST',
    path: '/organizations/:org_id/invitations',
    guard: { kind: 'user' },
    tag: 'Invitations',
    summary: 'Invite athletes',
    description:
      'For coaches of the organization. With an `email`, a mail with a link will be sent, for one person; the answer is the same ' +
      'whether or not somebody has the address, or is a member already. Without, the answer holds the link, this once. What ' +
      'is said of `display_name`, `member_level` and `labels` is what the roster will say of whoever accepts. An ' +
      `organization has at most ${MAX_PENDING} pending invitations; at most ${MAX_MAILS_AN_HOUR} mails an hour go out for it, ` +
      'and for the coach in all organizations together.',
    params: idParams('org_id'),
    body: CreateInvitationBody,
    responses: { 201: CreatedInvitationResponse },
    errors: [
      forbidden,
      featureNotEnabled,
      noSuchOrganization,
      invitedAlready,
      tooManyInvitations,
      invitationMailLimit,
      tooManyLabels,
      tooManyLabelsOfMember,
    ],
    handler: async ({ actor, params: { org_id }, body }) => {
      const { email, max_uses, expires_at, display_name, member_level, labels, language } = body;
      const member = { display_name, member_level, labels };
      const asked = { org_id, email, max_uses, expires_at, language, ...member };
      const { invitation, url } = await createInvitation(deps, actor, asked);
      const message = url === undefined ? 'A mail with the invitation will be sent.' : 'Invitation created.';
      const link = url === undefined ? {} : { url };
      const data = { invitation: { ...presentInvitation(invitation), ...link } };
      return { status: 201, body: { status: 'ok' as const, message, data } };
    },
  });

export const listInvitationsRoute = (deps: Parameters<typeof listInvitations>[0]): Route =>
  route({
    operation_id: 'listInvitations',
    method: 'GET',
    path: '/organizations/:org_id/invitations',
    guard: { kind: 'user' },
    tag: 'Invitations',
    summary: 'List invitations',
    description: 'For coaches of the organization and platform admins. Links are never shown again.',
    params: idParams('org_id'),
    query: InvitationQuery,
    responses: { 200: InvitationList },
    errors: [forbidden, noSuchOrganization],
    handler: async ({ actor, params: { org_id }, query: { status, limit, cursor } }) => {
      const asked = { org_id, status, page: { limit, cursor } };
      const { invitations, next_cursor } = await listInvitations(deps, actor, asked);
      const data = { invitations: invitations.map(presentInvitation), next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

export const revokeInvitationRoute = (deps: Parameters<typeof revokeInvitation>[0]): Route =>
  route({
    operation_id: 'revokeInvitation',
    method: 'DELETE',
    path: '/organizations/:org_id/invitations/:invitation_id',
    guard: { kind: 'user' },
    tag: 'Invitations',
    summary: 'Revoke an invitation',
    description:
      'For coaches of the organization. Nobody can accept it any more, and a mail that still waits is not sent; who has ' +
      'accepted stays a member.',
    params: idParams('org_id', 'invitation_id'),
    responses: { 200: DoneResponse },
    errors: [forbidden, noSuchOrganization, noSuchInvitation],
    handler: async ({ actor, params: { org_id, invitation_id } }) => {
      await revokeInvitation(deps, actor, { org_id, invitation_id });
      return { status: 200, body: { status: 'ok' as const, message: 'Invitation revoked.' } };
    },
  });
