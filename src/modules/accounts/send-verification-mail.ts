import { openToken, readSealedToken, type SealedToken } from '../../infra/crypto/sealed-token.ts';
import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import type { Database } from '../../infra/db/database.ts';
import { defineJob, type JobHandler } from '../../infra/jobs/index.ts';
import { composeLetter, type MailContent, type Mailer, sendFromJob } from '../../infra/mail/index.ts';
import { LANGUAGES, type Language } from '../../shared/languages.ts';
import { type Clock, HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { phrasesIn } from '../../words/index.ts';
import { findVerification } from './queries.ts';

type Payload = SealedToken & {
  /** The request's language, since there is no account yet. */
  readonly language: Language;
};

export const sendVerificationMail = defineJob<Payload>({
  name: 'accounts.send-verification-mail',
  sends: true,
  payload: readPayload,
  // About 30 attempts in the day that the token is valid.
  retry: { limit: 30, delay_s: 10, backoff: true, max_delay_s: HOUR_MS / SECOND_MS },
  expire_in_s: 120,
});

export function verificationMailHandler(deps: {
  db: Database;
  clock: Clock;
  mailer: Mailer;
  secretBox: SecretBox;
  baseUrl: string;
}): JobHandler<Payload> {
  return async (payload, context) => {
    const { token_hash, language } = payload;
    const verification = await findVerification(deps.db, Buffer.from(token_hash, 'hex'));
    if (verification === null || verification.expires_at <= deps.clock.now()) {
      context.logger.debug('the verification was used or has expired: no mail');
      return;
    }
    const token = openToken(deps.secretBox, 'verification', payload);
    const mail = {
      ...composeVerificationMail({ language, token, base_url: deps.baseUrl }),
      to: { address: verification.email },
      message_id: `verification-${token_hash}`,
    };
    await sendFromJob(deps.mailer, mail, context);
  };
}

function readPayload(value: unknown): Payload {
  const sealed = readSealedToken(value);
  if (sealed === null) throw new Error('This is not the payload of a verification mail.');
  const named: unknown = Reflect.get(Object(value), 'language');
  return { ...sealed, language: LANGUAGES.find((language) => language === named) ?? 'en' };
}

/** The mail with which somebody proves that an e-mail address is theirs. */
function composeVerificationMail(input: {
  readonly language: Language;
  readonly token: string;
  readonly base_url: string;
}): MailContent {
  const { language, token, base_url } = input;
  const say = phrasesIn(language);
  const url = `${base_url}/signup?token=${encodeURIComponent(token)}`;
  return composeLetter({
    language,
    base_url,
    subject: say('accounts.verificationMail.subject'),
    heading: say('accounts.verificationMail.heading'),
    parts: [
      say('accounts.verificationMail.openLink'),
      { link: { label: say('accounts.verificationMail.button'), url } },
      say('accounts.verificationMail.orCode'),
      { code: token },
      say('accounts.verificationMail.notMe'),
    ],
  });
}
