import { sealToken } from '../../infra/crypto/sealed-token.ts';
import type { SecretBox } from '../../infra/crypto/secret-box.ts';
import { hashToken, newToken } from '../../infra/crypto/tokens.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import type { Language } from '../../shared/languages.ts';
import { type Clock, DAY_MS, HOUR_MS, SECOND_MS } from '../../shared/time.ts';
import { emailTaken, findUserByEmail } from '../users/index.ts';
import { verificationLimit } from './errors.ts';
import { countMailRequest, type MailRequestDeps } from './limit-mail-requests.ts';
import { findVerificationTimes, insertVerification, lockEmail } from './queries.ts';
import { type RegistrationDeps, requireMayRegister } from './registration.ts';
import { sendVerificationMail } from './send-verification-mail.ts';

const TOKEN_LIFETIME_MS = DAY_MS;
export const TOKEN_LIFETIME_S = TOKEN_LIFETIME_MS / SECOND_MS;
const MAX_REQUESTS_AN_HOUR = 3;
const HOUR_S = HOUR_MS / SECOND_MS;

export type RequestVerificationDeps = MailRequestDeps &
  RegistrationDeps & {
    readonly db: Database;
    readonly clock: Clock;
    readonly jobs: Pick<Jobs, 'enqueue'>;
    readonly secretBox: SecretBox;
  };

/**
 * Mails a token to an unregistered address. Earlier tokens stay valid because mails arrive in any order.
 * @throws registrationClosed; invitationRequired; AppError conflict when the address is registered; rate_limited for the
 * fourth request within an hour, or after too many from the client's network
 */
export async function requestVerification(
  deps: RequestVerificationDeps,
  input: {
    readonly email: string;
    readonly language: Language;
    readonly client_ip: string;
    readonly invitation_token: string | undefined;
  },
): Promise<void> {
  const { email, language, invitation_token } = input;
  const invitation_token_hash = invitation_token === undefined ? null : hashToken(invitation_token);
  await countMailRequest(deps, input.client_ip);
  const now = deps.clock.now();
  await requireMayRegister(deps.db, deps, { invitation_token_hash, now });
  const token = newToken();
  const token_hash = hashToken(token);
  await deps.db.transaction(async (tx) => {
    await lockEmail(tx, email);
    if ((await findUserByEmail(tx, email)) !== null) throw emailTaken();
    const times = await findVerificationTimes(tx, email, new Date(now.getTime() - HOUR_MS));
    const oldestCounted = times.at(-MAX_REQUESTS_AN_HOUR);
    if (oldestCounted !== undefined) {
      const waitMs = oldestCounted.getTime() + HOUR_MS - now.getTime();
      throw verificationLimit({
        // A concurrent earlier request may bear a later time.
        headers: { 'Retry-After': String(Math.min(Math.max(Math.ceil(waitMs / SECOND_MS), 1), HOUR_S)) },
      });
    }
    const expires_at = new Date(now.getTime() + TOKEN_LIFETIME_MS);
    await insertVerification(tx, {
      token_hash,
      email,
      invitation_token_hash,
      created_at: now,
      expires_at,
    });
    const sealed = sealToken(deps.secretBox, 'verification', token);
    await deps.jobs.enqueue(tx, sendVerificationMail, { ...sealed, language });
  });
}
