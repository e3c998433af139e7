import type { TokenSigner } from '../../infra/crypto/access-tokens.ts';
import { needsRehash, type PasswordHasher } from '../../infra/crypto/passwords.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { findUser, recordLogin } from '../users/index.ts';
import { invalidCredentials } from './errors.ts';
import {
  clearEmailFailures,
  insertFailure,
  lockSubjects,
  loginSubjects,
  refuseAfterTooManyFailures,
} from './login-failures.ts';
import { findLogin, type Login, replacePasswordHash } from './queries.ts';
import { isInGoodStanding } from './roles.ts';
import type { Session } from './session.ts';
import type { Client } from './session-queries.ts';
import { openSession, startSession } from './start-session.ts';

type SignIn = { readonly email: string; readonly password: string; readonly client: Client };

/**
 * Signs in with a password. Whatever does not fit, the answer and the work are the same, so that neither tells whether
 * an e-mail address is registered.
 *
 * @throws AppError unauthenticated; rate_limited after too many failures: see `refuseAfterTooManyFailures`
 */
export async function signIn(
  deps: { db: Database; clock: Clock; passwords: PasswordHasher; tokens: TokenSigner },
  input: SignIn,
): Promise<Session> {
  const { db, clock, passwords } = deps;
  const subjects = loginSubjects(input.email, input.client.address);
  await refuseAfterTooManyFailures(db, subjects, clock.now());
  const login = await findLogin(db, input.email);
  const former = login?.password_hash ?? null;
  const matches = await passwords.verifyPassword(input.password, former);
  const welcome = matches && login !== null && isInGoodStanding(login);
  const current =
    welcome && former !== null && needsRehash(former) ? await passwords.hashPassword(input.password) : former;
  const now = clock.now();
  const session = await db.transaction(async (tx) => {
    await lockSubjects(tx, subjects);
    // Once more, now that nobody else counts: of many guesses sent at once, no more get an answer than one by one.
    await refuseAfterTooManyFailures(tx, subjects, now);
    // Once more as well: hashing takes its time, and the password may have been changed meanwhile.
    const still = await findLogin(tx, input.email);
    const admitted = welcome && isSameLogin(login, still) && isInGoodStanding(still) ? still : null;
    if (admitted === null) {
      await insertFailure(tx, subjects, now);
      return null;
    }
    const { user_id } = admitted;
    // The person first, as whoever deletes an account does: the other way round the two could wait for each other.
    await recordLogin(tx, user_id, now);
    await clearEmailFailures(tx, subjects);
    if (former !== null && current !== null && former !== current) {
      await replacePasswordHash(tx, user_id, { former, current });
    }
    const started = await startSession(tx, { user_id, client: input.client, now }, admitted);
    // A new password of this very moment.
    if (started === null) throw invalidCredentials();
    const user = await findUser(tx, user_id);
    return user && { user, started, tokens_valid_from: admitted.tokens_valid_from };
  });
  if (session === null) throw invalidCredentials();
  return await openSession(deps, session.user, session.started, session.tokens_valid_from);
}

/** Whether it is the same password still: a new one comes with a new time of its change, the same one hashed anew does not. */
function isSameLogin(before: Login | null, now: Login | null): now is Login {
  if (before === null || now === null || before.user_id !== now.user_id) return false;
  return (
    before.tokens_valid_from.getTime() === now.tokens_valid_from.getTime() &&
    before.password_changed_at?.getTime() === now.password_changed_at?.getTime()
  );
}
