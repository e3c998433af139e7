import type { Database } from '../../infra/db/database.ts';
import { defineJob, type JobHandler } from '../../infra/jobs/index.ts';
import {
  composeLetter,
  type MailContent,
  type Mailer,
  sendFromJob,
  timeInWords,
} from '../../infra/mail/index.ts';
import { isUuid } from '../../shared/ids.ts';
import type { Language } from '../../shared/languages.ts';
import { HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { phrasesIn } from '../../words/index.ts';
import { findUser } from '../users/index.ts';
import { isActiveAccount } from './roles.ts';

type Payload = {
  readonly user_id: string;
  readonly changed_at_ms: number;
  /** A signed-in user changed it. */
  readonly is_signed_in?: boolean;
};

export const sendPasswordChangedMail = defineJob<Payload>({
  name: 'accounts.send-password-changed-mail',
  sends: true,
  payload: readPayload,
  retry: { limit: 30, delay_s: 10, backoff: true, max_delay_s: HOUR_MS / SECOND_MS },
  expire_in_s: 120,
});

export function passwordChangedMailHandler(deps: {
  db: Database;
  mailer: Mailer;
  baseUrl: string;
}): JobHandler<Payload> {
  return async ({ user_id, changed_at_ms, is_signed_in = false }, context) => {
    const user = await findUser(deps.db, user_id);
    if (user === null || !isActiveAccount(user)) {
      context.logger.debug('the account is not active: no mail');
      return;
    }
    const { language, timezone } = user.preferences;
    const mail = {
      ...composePasswordChangedMail({
        language,
        timezone,
        email: user.email,
        changed_at: new Date(changed_at_ms),
        is_signed_in,
        base_url: deps.baseUrl,
      }),
      to: { address: user.email },
      message_id: `password-changed-${user_id}-${changed_at_ms}`,
    };
    await sendFromJob(deps.mailer, mail, context);
  };
}

function readPayload(value: unknown): Payload {
  if (typeof value === 'object' && value !== null && 'user_id' in value && 'changed_at_ms' in value) {
    const { user_id, changed_at_ms } = value;
    if (typeof user_id === 'string' && isUuid(user_id) && typeof changed_at_ms === 'number') {
      return { user_id, changed_at_ms, is_signed_in: Reflect.get(value, 'is_signed_in') === true };
    }
  }
  throw new Error('This is not the payload of a mail about a changed password.');
}

/** Tells somebody that their password was changed, in case it was not them who did it. */
function composePasswordChangedMail(input: {
  readonly language: Language;
  readonly email: string;
  readonly changed_at: Date;
  /** Whether it was changed by a signed-in user. */
  readonly is_signed_in: boolean;
  /** Of the reader, an IANA name. */
  readonly timezone: string;
  readonly base_url: string;
}): MailContent {
  const { language, email, base_url } = input;
  const say = phrasesIn(language);
  return composeLetter({
    language,
    base_url,
    subject: say('accounts.passwordChangedMail.subject'),
    heading: say('accounts.passwordChangedMail.heading'),
    parts: [
      say('accounts.passwordChangedMail.changed', {
        email,
        time: timeInWords({ ...input, time: input.changed_at }),
      }),
      input.is_signed_in
        ? say('accounts.passwordChangedMail.othersSignedOut')
        : say('accounts.passwordChangedMail.signedOut'),
      input.is_signed_in
        ? say('accounts.passwordChangedMail.notMeSignedIn')
        : say('accounts.passwordChangedMail.notMe'),
    ],
  });
}
