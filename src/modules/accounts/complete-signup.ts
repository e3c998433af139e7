import type { TokenSigner } from '../../infra/crypto/access-tokens.ts';
import type { PasswordHasher } from '../../infra/crypto/passwords.ts';
import { hashToken } from '../../infra/crypto/tokens.ts';
import type { Database } from '../../infra/db/database.ts';
import { invalidField } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import { createUser, type NewUser } from '../users/index.ts';
import { firstTokenTime } from './issue-token.ts';
import { requireGoodPassword } from './password-rules.ts';
import {
  consumeVerification,
  deleteVerificationsOf,
  findVerification,
  insertCredentials,
  lockEmail,
} from './queries.ts';
import { type RegistrationDeps, requireMayRegister, takeRegistration } from './registration.ts';
import type { Session } from './session.ts';
import type { Client } from './session-queries.ts';
import { openSession, startSession } from './start-session.ts';
import { checkVerification, UNKNOWN_TOKEN } from './verify-token.ts';

type SignUp = {
  readonly token: string;
  readonly password: string;
  readonly client: Client;
  readonly profile: Omit<NewUser, 'email' | 'is_verified' | 'now'>;
};

/**
 * Creates the account for a verification token, which ends with every other one of its address; when anything fails, the
 * token stays valid.
 * @throws registrationClosed; invitationRequired; AppError validation_error for the password or the token; conflict when
 * the user name is taken
 */
export async function completeSignup(
  deps: RegistrationDeps & { db: Database; clock: Clock; passwords: PasswordHasher; tokens: TokenSigner },
  input: SignUp,
): Promise<Session> {
  requireGoodPassword(input.password);
  const token_hash = hashToken(input.token);
  const now = deps.clock.now();
  const check = checkVerification(await findVerification(deps.db, token_hash), now);
  if (!check.valid) throw invalidField('token', check.reason);
  const { email, invitation_token_hash } = check;
  const shown = { invitation_token_hash, now };
  await requireMayRegister(deps.db, deps, shown);
  const password_hash = await deps.passwords.hashPassword(input.password);
  const tokens_valid_from = firstTokenTime(now);
  const signedUp = await deps.db.transaction(async (tx) => {
    await takeRegistration(tx, deps, shown);
    await lockEmail(tx, email);
    if (!(await consumeVerification(tx, token_hash, now))) throw invalidField('token', UNKNOWN_TOKEN);
    const created = await createUser(tx, { ...input.profile, email, is_verified: true, now });
    const { user_id } = created;
    await insertCredentials(tx, { user_id, password_hash, tokens_valid_from, now });
    await deleteVerificationsOf(tx, email);
    const proven = { tokens_valid_from, password_changed_at: now };
    const started = await startSession(tx, { user_id, client: input.client, now }, proven);
    if (started === null) throw new Error('The credentials of a new account are not those just stored.');
    return { created, started };
  });
  return await openSession(deps, signedUp.created, signedUp.started, tokens_valid_from);
}
