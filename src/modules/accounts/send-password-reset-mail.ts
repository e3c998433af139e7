import { openToken, readSealedToken, type SealedToken } from '../../infra/crypto/sealed-token.ts';
import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import type { Database } from '../../infra/db/database.ts';
import { defineJob, type JobHandler } from '../../infra/jobs/index.ts';
import { composeLetter, type MailContent, type Mailer, sendFromJob } from '../../infra/mail/index.ts';
import type { Language } from '../../shared/languages.ts';
import type { Clock } from '../../shared/time.ts';
import { phrasesIn } from '../../words/index.ts';
import { findUser } from '../users/index.ts';
import { findReset } from './password-resets.ts';
import { RESET_ORIGINS, type ResetOrigin } from './reset-origin.ts';
import { isActiveAccount } from './roles.ts';

type Payload = SealedToken & { readonly origin: ResetOrigin };

export const sendPasswordResetMail = defineJob<Payload>({
  name: 'accounts.send-password-reset-mail',
  sends: true,
  payload: readPayload,
  // The token lives an hour; a later failure is given up, where the operator sees it.
  retry: { limit: 10, delay_s: 10, backoff: true, max_delay_s: 600 },
  expire_in_s: 120,
});

/** Mails one reset token in the account's language, unless it has ended. */
export function passwordResetMailHandler(deps: {
  db: Database;
  clock: Clock;
  mailer: Mailer;
  secretBox: SecretBox;
  baseUrl: string;
}): JobHandler<Payload> {
  return async (payload, context) => {
    const { token_hash, origin } = payload;
    const reset = await findReset(deps.db, Buffer.from(token_hash, 'hex'));
    const user = reset && (await findUser(deps.db, reset.user_id));
    if (reset === null || user === null || !isActiveAccount(user) || reset.expires_at <= deps.clock.now()) {
      context.logger.debug('the token was used or has expired, or the account is not active: no mail');
      return;
    }
    const token = openToken(deps.secretBox, 'password reset', payload);
    const { email, preferences } = user;
    const { language } = preferences;
    const mail = {
      ...composePasswordResetMail({ language, email, token, origin, base_url: deps.baseUrl }),
      to: { address: email },
      message_id: `password-reset-${token_hash}`,
    };
    await sendFromJob(deps.mailer, mail, context);
  };
}

function readPayload(value: unknown): Payload {
  const sealed = readSealedToken(value);
  const named: unknown = Reflect.get(Object(value), 'origin');
  const origin = RESET_ORIGINS.find((known) => known === named);
  if (sealed === null || origin === undefined) {
    throw new Error('This is not the payload of a password reset mail.');
  }
  return { ...sealed, origin };
}

/**
 * The mail with the link to set a new password. `origin` says where it was requested: the app gets a link that it can
 * take over and a code for reading mail on another device.
 */
function composePasswordResetMail(input: {
  readonly language: Language;
  readonly email: string;
  readonly token: string;
  readonly origin: ResetOrigin;
  readonly base_url: string;
}): MailContent {
  const { language, email, token, origin, base_url } = input;
  const say = phrasesIn(language);
  const code = origin === 'app' ? [say('accounts.passwordResetMail.orCode'), { code: token }] : [];
  return composeLetter({
    language,
    base_url,
    subject: say('accounts.passwordResetMail.subject'),
    heading: say('accounts.passwordResetMail.heading'),
    parts: [
      say('accounts.passwordResetMail.asked', { email }),
      say(`accounts.passwordResetMail.openLink.${origin}`),
      {
        link: {
          label: say(`accounts.passwordResetMail.button.${origin}`),
          url: resetLink(base_url, token, origin),
        },
      },
      ...code,
      say('accounts.passwordResetMail.notMe'),
    ],
  });
}

/** One address for both: an app can claim it (universal links, app links), and a browser opens the page. */
function resetLink(base_url: string, token: string, origin: ResetOrigin): string {
  const link = `${base_url}/reset-password?token=${encodeURIComponent(token)}`;
  return origin === 'app' ? `${link}&origin=app` : link;
}
