import { hashToken, newToken } from '../../infra/crypto/tokens.ts';
import type { Database } from '../../infra/db/database.ts';
import { validationError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { type Clock, HOUR_MS } from '../../shared/time.ts';
import {
  createUser,
  emailTaken,
  findUserByEmail,
  isEmailAddress,
  updatePlatformAdmin,
} from '../users/index.ts';
import { firstTokenTime } from './issue-token.ts';
import { insertReset } from './password-resets.ts';
import { deleteVerificationsOf, insertCredentials, lockEmail } from './queries.ts';

/** As for the token of a mail: the page behind it is the same. */
const LINK_LIFETIME_MS = HOUR_MS;

/**
 * Creates a platform admin and a one-hour link to set the password. For the operator only: no route leads here, and
 * `REGISTRATION` does not apply.
 * @throws AppError validation_error for an invalid address; conflict for a taken one
 */
export async function createAdmin(
  deps: { db: Database; clock: Clock; baseUrl: string },
  { email }: { email: string },
): Promise<{ link: string; expires_at: Date }> {
  if (!isEmailAddress(email)) throw validationError({ message: `"${email}" is no e-mail address.` });
  const now = deps.clock.now();
  const token = newToken();
  const expires_at = new Date(now.getTime() + LINK_LIFETIME_MS);
  await deps.db.transaction(async (tx) => {
    await lockEmail(tx, email);
    if ((await findUserByEmail(tx, email)) !== null) {
      throw emailTaken({
        message: `There is an account with the address ${email} already: ekiden admin grant ${email} makes it a platform admin.`,
      });
    }
    const { user_id } = await createUser(tx, { email, is_verified: true, now });
    await insertCredentials(tx, {
      user_id,
      password_hash: null,
      tokens_valid_from: firstTokenTime(now),
      now,
    });
    await updatePlatformAdmin(tx, { email, is_platform_admin: true, now });
    await deleteVerificationsOf(tx, email);
    const token_hash = hashToken(token);
    await insertReset(tx, { user_id, token_hash, request_id: newId(), created_at: now, expires_at });
  });
  return { link: `${deps.baseUrl}/reset-password?token=${encodeURIComponent(token)}`, expires_at };
}
