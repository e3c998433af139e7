import type { PasswordHasher } from '../../infra/crypto/passwords.ts';
import { hashToken } from '../../infra/crypto/tokens.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Jobs } from '../../infra/jobs/index.ts';
import { type AppError, invalidField } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import { findUser, holdUser, markVerified } from '../users/index.ts';
import { nextTokenTime } from './issue-token.ts';
import { noteNetwork } from './known-networks.ts';
import { forgetFailures } from './login-failures.ts';
import { findReset, takeReset } from './password-resets.ts';
import { lockEmail, replacePassword } from './queries.ts';
import { isActiveAccount } from './roles.ts';
import { sendPasswordChangedMail } from './send-password-changed-mail.ts';
import { deleteOtherSessions } from './session-queries.ts';

/**
 * Sets the password for a mail's token. It signs nobody in and ends all sessions and other reset tokens; failed sign-ins
 * are forgotten, the network becomes known, and the address is verified. A wrong token costs no hash; its faster answer
 * reveals nothing new.
 * @throws AppError validation_error for the token
 */
export async function confirmPasswordReset(
  deps: { db: Database; clock: Clock; jobs: Pick<Jobs, 'enqueue'>; passwords: PasswordHasher },
  input: { readonly token: string; readonly new_password: string; readonly client_ip: string },
): Promise<void> {
  const { db, clock } = deps;
  const token_hash = hashToken(input.token);
  const reset = await findReset(db, token_hash);
  const user = reset && (await findUser(db, reset.user_id));
  if (reset === null || user === null || !isActiveAccount(user) || reset.expires_at <= clock.now()) {
    throw uselessToken();
  }
  const { user_id, email } = user;
  const password_hash = await deps.passwords.hashPassword(input.new_password);
  await db.transaction(async (tx) => {
    await lockEmail(tx, email);
    const now = clock.now();
    const held = await holdUser(tx, user_id);
    if (!held || !(await takeReset(tx, { token_hash, user_id, now }))) throw uselessToken();
    await markVerified(tx, user_id, now);
    await forgetFailures(tx, email);
    await noteNetwork(tx, { user_id, address: input.client_ip, now });
    await replacePassword(tx, user_id, { password_hash, tokens_valid_from: nextTokenTime(now), now });
    await deleteOtherSessions(tx, user_id, undefined);
    await deps.jobs.enqueue(tx, sendPasswordChangedMail, { user_id, changed_at_ms: now.getTime() });
  });
}

function uselessToken(): AppError {
  return invalidField(
    'token',
    'This token cannot be used: it was used already, is over an hour old, or was copied incompletely. Ask for a new mail.',
  );
}
