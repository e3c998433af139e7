import { type Route, route } from '../../http/route.ts';
import { idParams } from '../../http/schemas.ts';
import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import type { RateLimiter } from '../../infra/rate-limit/index.ts';
import { featureNotEnabled, forbidden } from '../../shared/errors.ts';
import type { Quotas } from '../../shared/quotas.ts';
import type { Clock } from '../../shared/time.ts';
import {
  DoneResponse,
  noSuchOrganization,
  presentMember,
  rosterIsFull,
  tooManyLabels,
  tooManyLabelsOfMember,
} from '../organizations/index.ts';
import { acceptInvitation } from './accept-invitation.ts';
import type * as wire from './contract.ts';
import {
  AcceptedInvitationResponse,
  CreatedInvitationResponse,
  CreateInvitationBody,
  InvitationList,
  InvitationQuery,
  OpenInvitationResponse,
  TokenParams,
} from './contract.ts';
import { createInvitation } from './create-invitation.ts';
import {
  cannotReturn,
  invitationEnded,
  invitationMailLimit,
  invitedAlready,
  noSuchInvitation,
  ownMembership,
  tooManyInvitations,
  unknownToken,
} from './errors.ts';
import { type Invitation, MAX_MAILS_AN_HOUR, MAX_PENDING } from './invitation.ts';
import { listInvitations } from './list-invitations.ts';
import { readInvitation } from './read-invitation.ts';
import { revokeInvitation } from './revoke-invitation.ts';

type InvitationDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly events: Events;
  readonly secretBox: SecretBox;
  readonly rateLimiter: RateLimiter;
  readonly baseUrl: string;
  readonly quotas: Pick<Quotas, 'labels' | 'labels_per_member'>;
};

const createInvitationRoute = (deps: InvitationDeps): Route =>
  route({
    operation_id: 'createInvitation',
    holds_secret: true,
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

const listInvitationsRoute = (deps: InvitationDeps): Route =>
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

const revokeInvitationRoute = (deps: InvitationDeps): Route =>
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

const readInvitationRoute = (deps: InvitationDeps): Route =>
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
    volatile: true,
    handler: async ({ params: { token } }) => {
      const { org_id, org_name, logo_url, expires_at } = await readInvitation(deps, token);
      const invitation = { org_id, org_name, logo_url, expires_at: expires_at.toISOString() };
      return { status: 200, body: { status: 'ok' as const, data: { invitation } } };
    },
  });

const acceptInvitationRoute = (deps: InvitationDeps): Route =>
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

export function invitationRoutes(deps: InvitationDeps): readonly Route[] {
  return [
    createInvitationRoute(deps),
    listInvitationsRoute(deps),
    revokeInvitationRoute(deps),
    readInvitationRoute(deps),
    acceptInvitationRoute(deps),
  ];
}

function presentInvitation(invitation: Invitation): wire.Invitation {
  return {
    id: invitation.id,
    org_id: invitation.org_id,
    kind: invitation.kind,
    email: invitation.email,
    status: invitation.status,
    max_uses: invitation.max_uses,
    uses: invitation.uses,
    display_name: invitation.display_name,
    member_level: invitation.member_level,
    labels: [...invitation.labels],
    created_by: invitation.created_by,
    created_at: invitation.created_at.toISOString(),
    expires_at: invitation.expires_at.toISOString(),
  };
}
