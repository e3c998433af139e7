import { openToken, readSealedToken, type SealedToken } from '../../infra/crypto/sealed-token.ts';
import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import type { Database } from '../../infra/db/database.ts';
import { defineJob, type JobHandler, type Jobs } from '../../infra/jobs/index.ts';
import { type Mailer, sendFromJob } from '../../infra/mail/index.ts';
import type { RateLimiter } from '../../infra/rate-limit/index.ts';
import { LANGUAGES, type Language } from '../../shared/languages.ts';
import { type Clock, HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { findUser, shownName } from '../users/index.ts';
import { countMailTo } from './limit-mails.ts';
import { composeInvitationMail } from './mails/invitation-mail.ts';
import { type FoundInvitation, findByToken } from './queries.ts';

/** Neither whom it is to nor what it says: that is looked up when it is sent. */
type Payload = SealedToken & { readonly language: Language };

export const sendInvitationMail = defineJob<Payload>({
  name: 'invitations.send-invitation-mail',
  payload: readPayload,
  // About 30 times in a day.
  retry: { limit: 30, delay_s: 10, backoff: true, max_delay_s: HOUR_MS / SECOND_MS },
  expire_in_s: 120,
});

type MailDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly mailer: Mailer;
  readonly secretBox: SecretBox;
  readonly rateLimiter: RateLimiter;
  readonly baseUrl: string;
};

/**
 * Sends the mail of an invitation, unless it was revoked or accepted or has expired meanwhile. An address that has had its
 * mails of the day gets this one later; whoever invites learns nothing of that, since it would say that others do, too.
 */
export function invitationMailHandler(deps: MailDeps): JobHandler<Payload> {
  return async (payload, context) => {
    const now = deps.clock.now();
    const token_hash = Buffer.from(payload.token_hash, 'hex');
    const invitation = await findByToken(deps.db, { token_hash, now });
    if (invitation === null || invitation.email === null || invitation.status !== 'pending') {
      context.logger.debug('the invitation is not pending any more: no mail');
      return;
    }
    const { allowed, tightest, giveBack } = await countMailTo(deps.rateLimiter, invitation.email);
    if (!allowed) {
      const later = new Date(now.getTime() + tightest.retry_after_s * SECOND_MS);
      if (later < invitation.expires_at) await postpone(deps, payload, later);
      return;
    }
    try {
      const mail = {
        ...(await compose(deps, invitation, payload)),
        to: { address: invitation.email },
        message_id: `invitation-${payload.token_hash}`,
      };
      await sendFromJob(deps.mailer, mail, context);
    } catch (error) {
      await giveBack();
      throw error;
    }
  };
}

async function postpone({ db, jobs }: MailDeps, payload: Payload, start_after: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await jobs.enqueue(tx, sendInvitationMail, payload, { start_after });
  });
}

async function compose(
  { db, secretBox, baseUrl }: MailDeps,
  { org_name, expires_at, created_by }: FoundInvitation,
  payload: Payload,
) {
  const inviter = created_by === null ? null : await findUser(db, created_by);
  return composeInvitationMail({
    language: payload.language,
    token: openToken(secretBox, 'invitation', payload),
    org_name,
    inviter: inviter && shownName(inviter, 'public'),
    expires_at,
    timezone: inviter?.preferences.timezone ?? 'UTC',
    base_url: baseUrl,
  });
}

function readPayload(value: unknown): Payload {
  const sealed = readSealedToken(value);
  if (sealed === null) throw new Error('This is not the payload of an invitation mail.');
  const named: unknown = Reflect.get(Object(value), 'language');
  return { ...sealed, language: LANGUAGES.find((language) => language === named) ?? 'en' };
}
