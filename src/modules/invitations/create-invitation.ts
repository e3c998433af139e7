import type { UserActor } from '../../http/actor.ts';
import { sealToken } from '../../infra/crypto/sealed-token.ts';
import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import { hashToken, newToken } from '../../infra/crypto/tokens.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import type { RateLimiter } from '../../infra/rate-limit/index.ts';
import { invalidField, unauthenticated } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { Language } from '../../shared/languages.ts';
import type { Quotas } from '../../shared/quotas.ts';
import { readDayOrTime } from '../../shared/read-time.ts';
import { type Clock, DAY_MS } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import {
  noSuchOrganization,
  readMemberText,
  requireFeature,
  requireLabelQuota,
} from '../organizations/index.ts';
import { findUser, holdUser } from '../users/index.ts';
import { invitedAlready, tooManyInvitations } from './errors.ts';
import { DEFAULT_DAYS, type Invitation, MAX_DAYS, MAX_PENDING } from './invitation.ts';
import { joinLink } from './join-link.ts';
import { countingMailOf, requireMailLeft } from './limit-mails.ts';
import { countPending, findPendingLabels, insertInvitation, lockForInviting } from './queries.ts';
import { requireInviter } from './require-inviter.ts';
import { sendInvitationMail } from './send-invitation-mail.ts';

const LONGEST_MS = MAX_DAYS * DAY_MS;

type Asked = {
  readonly org_id: string;
  /** Undefined or null for a link. */
  readonly email: string | null | undefined;
  readonly max_uses: number | null | undefined;
  readonly expires_at: string | null | undefined;
  readonly display_name: string | null | undefined;
  readonly member_level: string | null | undefined;
  readonly labels: readonly string[] | undefined;
  readonly language: Language | null | undefined;
};

/**
 * Invites to an organization: with an address by a mail, else by a link for the coach to pass on, which is in this answer and
 * nowhere else. Whether anybody has the address is not looked up: nobody learns it from the answer or from its time.
 *
 * @throws noSuchOrganization; forbidden; featureNotEnabled; invalidField; invitedAlready; tooManyInvitations;
 *   invitationMailLimit; tooManyLabels; tooManyLabelsOfMember
 */
export async function createInvitation(
  deps: {
    db: Database;
    clock: Clock;
    jobs: Pick<Jobs, 'enqueue'>;
    secretBox: SecretBox;
    rateLimiter: RateLimiter;
    baseUrl: string;
    quotas: Pick<Quotas, 'labels' | 'labels_per_member'>;
  },
  actor: UserActor,
  asked: Asked,
): Promise<{ invitation: Invitation; url: string | undefined }> {
  const access = await requireInviter(deps.db, asked.org_id, actor);
  requireFeature(access, 'member_management');
  const now = deps.clock.now();
  const token = newToken();
  const invitation = readInvitation(asked, access.organization.org_id, actor.user_id, now);
  const { org_id, id, kind, max_uses, expires_at } = invitation;
  const store = () =>
    deps.db.transaction(async (tx) => {
      await requireRoom(tx, invitation, deps.quotas);
      if (!(await holdUser(tx, actor.user_id))) throw unauthenticated();
      await insertInvitation(tx, { ...invitation, token_hash: hashToken(token) });
      const data = { kind, max_uses, expires_at: expires_at.toISOString() };
      await writeAudit(tx, { org_id, event_type: 'invitation_created', actor, target_id: id, data, now });
      if (kind === 'email') {
        const language = asked.language ?? (await languageOf(tx, actor));
        const sealed = sealToken(deps.secretBox, 'invitation', token);
        await deps.jobs.enqueue(tx, sendInvitationMail, { ...sealed, language });
      }
    });
  await (kind === 'email' ? countingMailOf(deps.rateLimiter, actor.user_id, store) : store());
  return { invitation, url: kind === 'link' ? joinLink(deps.baseUrl, token) : undefined };
}

function readInvitation(asked: Asked, org_id: string, created_by: string, now: Date): Invitation {
  const email = asked.email ?? null;
  const max_uses = asked.max_uses ?? 1;
  if (email !== null && max_uses !== 1) {
    throw invalidField(
      'max_uses',
      'must be 1 or left out with an e-mail address: who has the mail accepts it',
    );
  }
  return {
    id: newId(),
    org_id,
    kind: email === null ? 'link' : 'email',
    email,
    status: 'pending',
    max_uses,
    uses: 0,
    ...readMemberText(asked),
    created_by,
    created_at: now,
    expires_at: readExpiry(asked.expires_at, now),
  };
}

function readExpiry(text: string | null | undefined, now: Date): Date {
  if (text === undefined || text === null) return new Date(now.getTime() + DEFAULT_DAYS * DAY_MS);
  const expires_at = readDayOrTime('expires_at', text);
  if (expires_at <= now) throw invalidField('expires_at', 'must lie in the future');
  if (expires_at.getTime() > now.getTime() + LONGEST_MS) {
    throw invalidField('expires_at', `must lie within ${MAX_DAYS} days`);
  }
  return expires_at;
}

/** Holds the organization, so that what is counted here still is so when the invitation is there. */
async function requireRoom(
  tx: Transaction,
  invitation: Invitation,
  quotas: Pick<Quotas, 'labels' | 'labels_per_member'>,
): Promise<void> {
  const { org_id, email, labels, created_at: now } = invitation;
  if (!(await lockForInviting(tx, org_id))) throw noSuchOrganization();
  const pending = await countPending(tx, { org_id, email, since: new Date(now.getTime() - LONGEST_MS), now });
  if (pending.has_email) throw invitedAlready();
  if (pending.count >= MAX_PENDING) throw tooManyInvitations();
  if (labels.length > 0) {
    const beside = await findPendingLabels(tx, { org_id, now });
    await requireLabelQuota(tx, { org_id, user_id: null, beside }, labels, quotas);
  }
  if (email !== null) await requireMailLeft(tx, { org_id, now });
}

async function languageOf(tx: Transaction, { user_id }: UserActor): Promise<Language> {
  return (await findUser(tx, user_id))?.preferences.language ?? 'en';
}
