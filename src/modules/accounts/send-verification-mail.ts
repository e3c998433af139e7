import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import { hashToken } from '../../infra/crypto/tokens.ts';
import type { Database } from '../../infra/db/database.ts';
import { defineJob, type JobHandler, PermanentJobError } from '../../infra/jobs/index.ts';
import { MailError, type Mailer } from '../../infra/mail/index.ts';
import { type Clock, HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { composeVerificationMail } from './compose-verification-mail.ts';
import { findVerification } from './queries.ts';

/** What waits in the queue: nobody who reads it can use the token. */
type Payload = {
  /** SHA-256 of the token, in hexadecimal: which verification this is about. */
  readonly token_hash: string;
  /** The token in a sealed box, in base64. */
  readonly sealed_token: string;
};

export const sendVerificationMail = defineJob<Payload>({
  name: 'accounts.send-verification-mail',
  payload: readPayload,
  // Until the token has expired there is a point in trying: about 30 times in a day.
  retry: { limit: 30, delay_s: 10, backoff: true, max_delay_s: HOUR_MS / SECOND_MS },
  expire_in_s: 120,
});

export function sealToken(secretBox: SecretBox, token: string): Payload {
  const token_hash = hashToken(token).toString('hex');
  return {
    token_hash,
    sealed_token: secretBox.seal(purposeOf(token_hash), Buffer.from(token)).toString('base64'),
  };
}

/**
 * Sends the mail of one verification, unless its token was used or has expired meanwhile. The Message-ID follows from
 * the token, so a mail that is sent twice after a crash shows once.
 */
export function verificationMailHandler(deps: {
  db: Database;
  clock: Clock;
  mailer: Mailer;
  secretBox: SecretBox;
  baseUrl: string;
}): JobHandler<Payload> {
  return async ({ token_hash, sealed_token }, { logger }) => {
    const verification = await findVerification(deps.db, Buffer.from(token_hash, 'hex'));
    if (verification === null || verification.expires_at <= deps.clock.now()) {
      logger.debug('the verification was used or has expired: no mail');
      return;
    }
    const box = Buffer.from(sealed_token, 'base64');
    const token = deps.secretBox.open(purposeOf(token_hash), box).toString();
    try {
      await deps.mailer.send({
        ...composeVerificationMail({ token, base_url: deps.baseUrl }),
        to: { address: verification.email },
        message_id: `verification-${token_hash}`,
      });
    } catch (error) {
      if (error instanceof MailError && error.permanent) {
        throw new PermanentJobError(error.message, { cause: error });
      }
      throw error;
    }
  };
}

const purposeOf = (tokenHash: string): string => `verification token ${tokenHash}`;

function readPayload(value: unknown): Payload {
  if (typeof value === 'object' && value !== null && 'token_hash' in value && 'sealed_token' in value) {
    const { token_hash, sealed_token } = value;
    if (
      typeof token_hash === 'string' &&
      /^[0-9a-f]{64}$/.test(token_hash) &&
      typeof sealed_token === 'string'
    ) {
      return { token_hash, sealed_token };
    }
  }
  throw new Error('This is not the payload of a verification mail.');
}
