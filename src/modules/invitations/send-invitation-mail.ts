import { openToken, readSealedToken, type SealedToken, sealToken } from '../../infra/crypto/sealed-token.ts';
import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import type { Database } from '../../infra/db/database.ts';
import { defineJob, type JobContext, type JobHandler, type Jobs } from '../../infra/jobs/index.ts';
import {
  composeLetter,
  type MailContent,
  type Mailer,
  nameInMail,
  sendFromJob,
  timeInWords,
} from '../../infra/mail/index.ts';
import type { RateLimiter } from '../../infra/rate-limit/index.ts';
import { LANGUAGES, type Language } from '../../shared/languages.ts';
import { type Clock, HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { phrasesIn } from '../../words/index.ts';
import { findCoachesAmong } from '../organizations/index.ts';
import { findActiveUser, shownName, type User } from '../users/index.ts';
import { joinLink } from './join-link.ts';
import { countMailTo } from './limit-mails.ts';
import { type FoundInvitation, findByToken } from './queries.ts';

/** Neither whom it is to nor what it says: that is looked up when it is sent. */
type Payload = SealedToken & { readonly language: Language };

export const sendInvitationMail = defineJob<Payload>({
  name: 'invitations.send-invitation-mail',
  sends: true,
  payload: readPayload,
  // About 30 times in a day.
  retry: { limit: 30, delay_s: 10, backoff: true, max_delay_s: HOUR_MS / SECOND_MS },
  expire_in_s: 120,
});

export type InvitationMailDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly mailer: Mailer;
  readonly secretBox: SecretBox;
  readonly rateLimiter: RateLimiter;
  readonly baseUrl: string;
};

/**
 * Sends the mail of an invitation, unless it was revoked or accepted or has expired meanwhile, or whoever invites may not any
 * more. An address that has had its mails of the day gets this one later; whoever invites learns nothing of that, since it
 * would say that others do, too.
 */
export function invitationMailHandler(deps: InvitationMailDeps): JobHandler<Payload> {
  return async (payload, context) => {
    const now = deps.clock.now();
    const token_hash = Buffer.from(payload.token_hash, 'hex');
    const invitation = await findByToken(deps.db, { token_hash, now });
    if (invitation === null || invitation.email === null || invitation.status !== 'pending') {
      context.logger.debug('the invitation is not pending any more: no mail');
      return;
    }
    const { id: invitation_id, org_id, email } = invitation;
    const inviter = await findInviter(deps.db, invitation);
    if (inviter === null) {
      context.logger.info({ invitation_id, org_id }, 'whoever invites may not do so any more: no mail');
      return;
    }
    const counted = await countMailTo(deps.rateLimiter, { email, created_by: inviter.user_id });
    if (!counted.allowed) {
      const later = new Date(now.getTime() + counted.tightest.retry_after_s * SECOND_MS);
      await postpone(deps, { payload, invitation, later, context });
      return;
    }
    try {
      const mail = {
        ...compose(deps, { invitation, inviter, payload }),
        to: { address: email },
        message_id: `invitation-${payload.token_hash}`,
      };
      await sendFromJob(deps.mailer, mail, context);
    } catch (error) {
      await counted.giveBack();
      throw error;
    }
  };
}

/**
 * In whose name the mail goes out; null once they coach the club no more, or their account is suspended or gone. The invitation
 * stays the club's: its other coaches see it, and can make a new one.
 */
async function findInviter(
  db: Database,
  { org_id, created_by }: Pick<FoundInvitation, 'org_id' | 'created_by'>,
): Promise<User | null> {
  if (created_by === null) return null;
  const coaches = await findCoachesAmong(db, { org_id, user_ids: [created_by] });
  return coaches.length === 0 ? null : await findActiveUser(db, created_by);
}

/** Nobody is told of a mail that waits or never goes, but the operator, without the address. */
async function postpone(
  { db, jobs, secretBox }: InvitationMailDeps,
  {
    payload,
    invitation,
    later,
    context: { logger },
  }: { payload: Payload; invitation: FoundInvitation; later: Date; context: Pick<JobContext, 'logger'> },
): Promise<void> {
  const which = { invitation_id: invitation.id, org_id: invitation.org_id };
  if (later >= invitation.expires_at) {
    logger.info(which, 'an invitation ends before its address may get its mail: it is never sent');
    return;
  }
  // With the newest key: the mail may outlive the one that has sealed it until now.
  const sealed = sealToken(secretBox, 'invitation', openToken(secretBox, 'invitation', payload));
  await db.transaction(async (tx) => {
    await jobs.enqueue(tx, sendInvitationMail, { ...payload, ...sealed }, { start_after: later });
  });
  logger.info(
    { ...which, until: later },
    'the mail of an invitation waits: its address has had those of the day',
  );
}

function compose(
  { secretBox, baseUrl }: InvitationMailDeps,
  { invitation, inviter, payload }: { invitation: FoundInvitation; inviter: User; payload: Payload },
) {
  return composeInvitationMail({
    language: payload.language,
    token: openToken(secretBox, 'invitation', payload),
    org_name: invitation.org_name,
    inviter: shownName(inviter, 'public'),
    expires_at: invitation.expires_at,
    timezone: inviter.preferences.timezone,
    base_url: baseUrl,
  });
}

function readPayload(value: unknown): Payload {
  const sealed = readSealedToken(value);
  if (sealed === null) throw new Error('This is not the payload of an invitation mail.');
  const named: unknown = Reflect.get(Object(value), 'language');
  return { ...sealed, language: LANGUAGES.find((language) => language === named) ?? 'en' };
}

function composeInvitationMail(input: {
  readonly language: Language;
  readonly token: string;
  readonly org_name: string;
  readonly inviter: string;
  readonly expires_at: Date;
  readonly timezone: string;
  readonly base_url: string;
}): MailContent {
  const { language, token, base_url } = input;
  const say = phrasesIn(language);
  const club = nameInMail(input.org_name);
  const by = nameInMail(input.inviter);
  const until = timeInWords({ language, time: input.expires_at, timezone: input.timezone });
  return composeLetter({
    language,
    base_url,
    subject: say('invitations.mail.subject', { club }),
    heading: say('invitations.mail.heading', { club }),
    parts: [
      say('invitations.mail.invited', { club, by }),
      say('invitations.mail.means'),
      { link: { label: say('invitations.mail.button'), url: joinLink(base_url, token) } },
      say('invitations.mail.until', { time: until }),
      say('invitations.mail.notMe'),
    ],
  });
}
