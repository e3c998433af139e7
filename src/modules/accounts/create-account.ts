import type { PasswordHasher } from '../../infra/crypto/passwords.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { createUser, type NewUser, type User } from '../users/index.ts';
import { firstTokenTime } from './issue-token.ts';
import { requireGoodPassword } from './password-rules.ts';
import { insertCredentials, lockEmail } from './queries.ts';

/**
 * Creates an account whose address needs no verification, such as those of the demo. No route leads here.
 * @throws AppError validation_error for the password or the time zone; conflict when the address or the user name is
 * taken
 */
export async function createAccount(
  deps: { db: Database; clock: Clock; passwords: PasswordHasher },
  input: { email: string; password: string; profile: Omit<NewUser, 'email' | 'is_verified' | 'now'> },
): Promise<User> {
  requireGoodPassword(input.password);
  const password_hash = await deps.passwords.hashPassword(input.password);
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    await lockEmail(tx, input.email);
    const user = await createUser(tx, { ...input.profile, email: input.email, is_verified: true, now });
    const tokens_valid_from = firstTokenTime(now);
    await insertCredentials(tx, { user_id: user.user_id, password_hash, tokens_valid_from, now });
    return user;
  });
}
