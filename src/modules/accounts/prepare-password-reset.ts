import { sealToken } from '../../infra/crypto/sealed-token.ts';
import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import { hashToken, newToken } from '../../infra/crypto/tokens.ts';
import type { Database } from '../../infra/db/database.ts';
import { defineJob, type JobHandler, type Jobs } from '../../infra/jobs/index.ts';
import { isUuid } from '../../shared/ids.ts';
import { type Clock, HOUR_MS } from '../../shared/time.ts';
import { findUserByEmail, holdUser } from '../users/index.ts';
import { countResets, insertReset } from './password-resets.ts';
import { lockEmail } from './queries.ts';
import { RESET_ORIGINS, type ResetOrigin } from './reset-origin.ts';
import { isActiveAccount } from './roles.ts';
import { sendPasswordResetMail } from './send-password-reset-mail.ts';

const TOKEN_LIFETIME_MS = HOUR_MS;
const MAX_MAILS_AN_HOUR = 3;

/** The queue's readers must not learn who requests a new password. */
type Payload = {
  readonly request_id: string;
  /** The e-mail address in a sealed box, in base64. */
  readonly sealed_email: string;
  readonly origin: ResetOrigin;
};

export const preparePasswordReset = defineJob<Payload>({
  name: 'accounts.prepare-password-reset',
  payload: readPayload,
  retry: { limit: 8, delay_s: 5, backoff: true, max_delay_s: 600 },
  expire_in_s: 60,
});

export function sealEmail(secretBox: SecretBox, requestId: string, email: string): string {
  return secretBox.seal(purposeOf(requestId), Buffer.from(email)).toString('base64');
}

/**
 * Makes the token of a request and enqueues its mail, where the address belongs to an active account with fewer than
 * three mails within the hour. Running twice has no further effect.
 */
export function preparePasswordResetHandler(deps: {
  db: Database;
  clock: Clock;
  jobs: Pick<Jobs, 'enqueue'>;
  secretBox: SecretBox;
}): JobHandler<Payload> {
  return async ({ request_id, sealed_email, origin }, { logger }) => {
    const email = deps.secretBox.open(purposeOf(request_id), Buffer.from(sealed_email, 'base64')).toString();
    const token = newToken();
    const sealed = sealToken(deps.secretBox, 'password reset', token);
    const outcome = await deps.db.transaction(async (tx) => {
      await lockEmail(tx, email);
      const user = await findUserByEmail(tx, email);
      if (user === null || !isActiveAccount(user)) return 'there is no active account';
      const { user_id } = user;
      if (!(await holdUser(tx, user_id))) return 'there is no active account';
      const now = deps.clock.now();
      if ((await countResets(tx, user_id, now)) >= MAX_MAILS_AN_HOUR) return 'enough within the hour';
      const expires_at = new Date(now.getTime() + TOKEN_LIFETIME_MS);
      const reset = { token_hash: hashToken(token), user_id, request_id, created_at: now, expires_at };
      if (!(await insertReset(tx, reset))) return 'made already';
      await deps.jobs.enqueue(tx, sendPasswordResetMail, { ...sealed, origin });
      return 'made';
    });
    logger.debug({ outcome }, 'password reset');
  };
}

const purposeOf = (requestId: string): string => `e-mail of password reset ${requestId}`;

function readPayload(value: unknown): Payload {
  if (
    typeof value === 'object' &&
    value !== null &&
    'request_id' in value &&
    'sealed_email' in value &&
    'origin' in value
  ) {
    const { request_id, sealed_email } = value;
    const origin = RESET_ORIGINS.find((known) => known === value.origin);
    if (
      typeof request_id === 'string' &&
      isUuid(request_id) &&
      typeof sealed_email === 'string' &&
      origin !== undefined
    ) {
      return { request_id, sealed_email, origin };
    }
  }
  throw new Error('This is not the payload of a password reset.');
}
