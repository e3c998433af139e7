import { openToken, readSealedToken, type SealedToken } from '../../infra/crypto/sealed-token.ts';
import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import type { Database } from '../../infra/db/database.ts';
import { defineJob, type JobHandler } from '../../infra/jobs/index.ts';
import { composeLetter, type MailContent, type Mailer, sendFromJob } from '../../infra/mail/index.ts';
import type { Language } from '../../shared/languages.ts';
import { type Clock, HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { phrasesIn } from '../../words/index.ts';
import { findUser, findUserByEmail } from '../users/index.ts';
import { findEmailChange } from './email-changes.ts';
import { isActiveAccount } from './roles.ts';

export const sendEmailChangeMail = defineJob<SealedToken>({
  name: 'accounts.send-email-change-mail',
  sends: true,
  payload: (value) => {
    const sealed = readSealedToken(value);
    if (sealed === null) throw new Error('This is not the payload of a mail about a change of address.');
    return sealed;
  },
  // Retries last as long as the token.
  retry: { limit: 30, delay_s: 10, backoff: true, max_delay_s: HOUR_MS / SECOND_MS },
  expire_in_s: 120,
});

/** Mails the link to the desired address, unless that is taken or the token has ended. */
export function emailChangeMailHandler(deps: {
  db: Database;
  clock: Clock;
  mailer: Mailer;
  secretBox: SecretBox;
  baseUrl: string;
}): JobHandler<SealedToken> {
  return async (payload, context) => {
    const { token_hash } = payload;
    const change = await findEmailChange(deps.db, Buffer.from(token_hash, 'hex'));
    const user = change && (await findUser(deps.db, change.user_id));
    if (change === null || user === null || !isActiveAccount(user) || change.expires_at <= deps.clock.now()) {
      context.logger.debug('the token was used or has expired, or the account is not active: no mail');
      return;
    }
    if ((await findUserByEmail(deps.db, change.new_email)) !== null) {
      context.logger.debug('the address is somebody’s: no mail');
      return;
    }
    const token = openToken(deps.secretBox, 'email change', payload);
    const { language } = user.preferences;
    const mail = {
      ...composeEmailChangeMail({ language, token, base_url: deps.baseUrl }),
      to: { address: change.new_email },
      message_id: `email-change-${token_hash}`,
    };
    await sendFromJob(deps.mailer, mail, context);
  };
}

/** Proves the new address of an account; it does not say whose account. */
function composeEmailChangeMail(input: {
  readonly language: Language;
  readonly token: string;
  readonly base_url: string;
}): MailContent {
  const { language, token, base_url } = input;
  const say = phrasesIn(language);
  return composeLetter({
    language,
    base_url,
    subject: say('accounts.emailChangeMail.subject'),
    heading: say('accounts.emailChangeMail.heading'),
    parts: [
      say('accounts.emailChangeMail.openLink'),
      {
        link: {
          label: say('accounts.emailChangeMail.button'),
          url: `${base_url}/confirm-email?token=${encodeURIComponent(token)}`,
        },
      },
      say('accounts.emailChangeMail.orCode'),
      { code: token },
      say('accounts.emailChangeMail.notMe'),
    ],
  });
}
