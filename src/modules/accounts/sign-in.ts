import type { TokenSigner } from '../../infra/crypto/access-tokens.ts';
import { needsRehash, type PasswordHasher } from '../../infra/crypto/passwords.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { findUser, recordLogin, type User } from '../users/index.ts';
import { invalidCredentials } from './errors.ts';
import {
  clearEmailFailures,
  insertFailure,
  lockSubjects,
  loginSubjects,
  refuseAfterTooManyFailures,
} from './login-failures.ts';
import { findLogin, type Login, replacePasswordHash } from './queries.ts';
import { isActiveAccount } from './roles.ts';
import type { Session } from './session.ts';
import type { Client } from './session-queries.ts';
import { openSession, type StartedSession, startSession } from './start-session.ts';

export type SignIn = { readonly email: string; readonly password: string; readonly client: Client };

/** Signs in with a password: see `admitByPassword`. */
export async function signIn(
  deps: AdmitDeps & { readonly tokens: TokenSigner },
  input: SignIn,
): Promise<Session> {
  const { user, started, tokens_valid_from } = await admitByPassword(deps, input, { is_cookie: false });
  return await openSession(deps, user, started, tokens_valid_from);
}

type AdmitDeps = { readonly db: Database; readonly clock: Clock; readonly passwords: PasswordHasher };
/** Somebody whose password was right, with the session that was stored for them. */
type Admitted = {
  readonly user: User;
  readonly started: StartedSession;
  readonly tokens_valid_from: Date;
};

/**
 * Begins a session for a correct password. Every refusal takes the same work and gives the same answer, so that neither
 * tells whether an address is registered.
 * @throws AppError unauthenticated; rate_limited after too many failures: see `refuseAfterTooManyFailures`
 */
export async function admitByPassword(
  deps: AdmitDeps,
  input: SignIn,
  { is_cookie }: { readonly is_cookie: boolean },
): Promise<Admitted> {
  const { db, clock, passwords } = deps;
  const subjects = loginSubjects(input.email, input.client.address);
  await refuseAfterTooManyFailures(db, subjects, clock.now());
  const login = await findLogin(db, input.email);
  const former = login?.password_hash ?? null;
  const matches = await passwords.verifyPassword(input.password, former);
  const welcome = matches && login !== null && isActiveAccount(login);
  const current =
    welcome && former !== null && needsRehash(former) ? await passwords.hashPassword(input.password) : former;
  const now = clock.now();
  const session = await db.transaction(async (tx) => {
    await lockSubjects(tx, subjects);
    // Checked again under the lock, so that concurrent guesses get no more answers than sequential ones.
    await refuseAfterTooManyFailures(tx, subjects, now);
    // Checked again: the password may have changed during hashing.
    const still = await findLogin(tx, input.email);
    const admitted = welcome && isSameLogin(login, still) && isActiveAccount(still) ? still : null;
    if (admitted === null) {
      await insertFailure(tx, subjects, now);
      return null;
    }
    const { user_id } = admitted;
    // The person is locked first, as in deleting an account, against deadlocks.
    await recordLogin(tx, user_id, now);
    await clearEmailFailures(tx, subjects);
    if (former !== null && current !== null && former !== current) {
      await replacePasswordHash(tx, user_id, { former, current });
    }
    const started = await startSession(tx, { user_id, client: input.client, now, is_cookie }, admitted);
    // The password was changed at this very moment.
    if (started === null) throw invalidCredentials();
    const user = await findUser(tx, user_id);
    return user && { user, started, tokens_valid_from: admitted.tokens_valid_from };
  });
  if (session === null) throw invalidCredentials();
  return session;
}

/** Whether the password is unchanged: rehashing keeps the time of its change. */
function isSameLogin(before: Login | null, now: Login | null): now is Login {
  if (before === null || now === null || before.user_id !== now.user_id) return false;
  return (
    before.tokens_valid_from.getTime() === now.tokens_valid_from.getTime() &&
    before.password_changed_at?.getTime() === now.password_changed_at?.getTime()
  );
}
