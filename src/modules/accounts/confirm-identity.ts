import type { UserActor } from '../../http/actor.ts';
import type { PasswordHasher } from '../../infra/crypto/passwords.ts';
import type { Database } from '../../infra/db/database.ts';
import type { IdTokenClaims, IdTokenVerifier } from '../../infra/openid/index.ts';
import { AppError, invalidField, unauthenticated } from '../../shared/errors.ts';
import { type Clock, MINUTE_MS } from '../../shared/time.ts';
import { findUser } from '../users/index.ts';
import { wrongIdToken, wrongPassword } from './confirm-errors.ts';
import { invalidAccessToken } from './errors.ts';
import {
  clearEmailFailures,
  insertFailure,
  lockSubjects,
  loginSubjects,
  refuseAfterTooManyFailures,
} from './login-failures.ts';
import { proveIdentity } from './prove-identity.ts';
import { findLogin, findUserIdOf } from './queries.ts';

/** How a user proves their identity. */
export type IdentityProof = { readonly password: string } | { readonly id_token: string };

/** @throws AppError validation_error unless there is exactly one */
export function proofOf(input: {
  readonly password: string | undefined;
  readonly id_token: string | undefined;
}): IdentityProof {
  const { password, id_token } = input;
  if (password !== undefined && id_token === undefined) return { password };
  if (password === undefined && id_token !== undefined) return { id_token };
  throw invalidField('password', 'send either the password of the account or an id_token, and not both');
}

export type ConfirmDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  readonly idTokens: IdTokenVerifier | undefined;
};

/**
 * Confirms that the caller is the account's owner before an irreversible action.
 * @throws AppError forbidden; rate_limited; unauthenticated when the account is gone; upstream_error; not_configured
 */
export async function confirmIdentity(
  deps: ConfirmDeps,
  actor: UserActor,
  input: { readonly proof: IdentityProof; readonly client_ip: string },
): Promise<void> {
  const { proof, client_ip } = input;
  if ('password' in proof) await confirmPassword(deps, actor, proof.password, client_ip);
  else await confirmIdToken(deps, actor, proof.id_token);
}

/** Wrong passwords count like failed sign-ins, so an access token does not help guessing. */
async function confirmPassword(
  { db, clock, passwords }: ConfirmDeps,
  actor: UserActor,
  password: string,
  client_ip: string,
): Promise<void> {
  const user = await findUser(db, actor.user_id);
  if (user === null) throw invalidAccessToken();
  const subjects = loginSubjects(user.email, client_ip);
  await refuseAfterTooManyFailures(db, subjects, clock.now());
  const login = await findLogin(db, user.email);
  if (login === null) throw invalidAccessToken();
  const matches = await passwords.verifyPassword(password, login.password_hash);
  const now = clock.now();
  await db.transaction(async (tx) => {
    await lockSubjects(tx, subjects);
    // Checked again under the lock, so that concurrent guesses get no more answers than sequential ones.
    await refuseAfterTooManyFailures(tx, subjects, now);
    await (matches ? clearEmailFailures(tx, subjects) : insertFailure(tx, subjects, now));
  });
  if (!matches) throw wrongPassword();
}

/** An older token may come from a log or a history; a fresh one shows that the person is present. */
const FRESH_MS = 5 * MINUTE_MS;

async function confirmIdToken(deps: ConfirmDeps, actor: UserActor, id_token: string): Promise<void> {
  const { issuer, subject, issued_at } = await readClaims(deps, id_token);
  if (issued_at.getTime() < deps.clock.now().getTime() - FRESH_MS) throw wrongIdToken();
  if ((await findUserIdOf(deps.db, { issuer, subject })) !== actor.user_id) throw wrongIdToken();
}

async function readClaims(deps: ConfirmDeps, id_token: string): Promise<IdTokenClaims> {
  try {
    return await proveIdentity(deps, { id_token, nonce: undefined });
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== unauthenticated.status) throw error;
    throw wrongIdToken({ message: error.message, cause: error });
  }
}
