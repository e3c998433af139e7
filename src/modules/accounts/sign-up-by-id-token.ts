import type { TokenSigner } from '../../infra/crypto/access-tokens.ts';
import { hashToken } from '../../infra/crypto/tokens.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import type { IdTokenClaims, IdTokenVerifier } from '../../infra/openid/index.ts';
import { invalidField } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import {
  createUser,
  findUser,
  findUserByEmail,
  holdUser,
  isEmailAddress,
  type NewUser,
  recordLogin,
  type User,
  updateMembershipRole,
} from '../users/index.ts';
import { emailNotVerified, emailOfAnother, invalidIdToken } from './errors.ts';
import { firstTokenTime } from './issue-token.ts';
import { proveIdentity } from './prove-identity.ts';
import {
  deleteVerificationsOf,
  findAccountState,
  findProvenCredentials,
  findUserIdOf,
  insertCredentials,
  insertIdentity,
  lockEmail,
  lockIdentity,
} from './queries.ts';
import { type RegistrationDeps, takeRegistration } from './registration.ts';
import { isActiveAccount } from './roles.ts';
import type { SignUpSession } from './session.ts';
import type { Client } from './session-queries.ts';
import { openSession, startSession } from './start-session.ts';

type Profile = Omit<NewUser, 'email' | 'is_verified' | 'now'>;
export type IdTokenSignUp = {
  readonly id_token: string;
  /** What the client had sent to the provider, to be found in the token. */
  readonly nonce: string | undefined;
  readonly client: Client;
  /** Where new accounts are made by invitation only. */
  readonly invitation_token: string | undefined;
  /** Of a new user; of somebody who is known only the membership role is changed. */
  readonly profile: Profile;
};

type Account = { readonly user: User; readonly tokens_valid_from: Date; readonly is_new_user: boolean };

/**
 * Signs in with an ID token and creates the account the first time. The person is known by issuer and subject; a verified
 * address also links the account that has proven it.
 * @throws AppError unauthenticated for the token or an inactive account; validation_error without an e-mail address;
 * registrationClosed or invitationRequired for somebody new; forbidden with an unverified address; conflict when the
 * address or user name is taken; upstream_error when the provider's keys are unavailable; not_configured
 */
export async function signUpByIdToken(
  deps: RegistrationDeps & {
    db: Database;
    clock: Clock;
    tokens: TokenSigner;
    idTokens: IdTokenVerifier | undefined;
  },
  input: IdTokenSignUp,
): Promise<SignUpSession> {
  const claims = await proveIdentity(deps, input);
  const now = deps.clock.now();
  const account = await deps.db.transaction(async (tx) => {
    await lockIdentity(tx, claims);
    const user_id = (await findUserIdOf(tx, claims)) ?? (await linkByEmail(tx, claims, now));
    const entered =
      user_id === null
        ? await createAccountOf(tx, deps, claims, input, now)
        : await signInUser(tx, user_id, input.profile, now);
    const whose = { user_id: entered.user.user_id, client: input.client, now };
    const proven = await findProvenCredentials(tx, whose.user_id);
    const started = proven && (await startSession(tx, whose, proven));
    if (started === null) throw invalidIdToken();
    return { ...entered, started };
  });
  const { user, started, tokens_valid_from, is_new_user } = account;
  return { ...(await openSession(deps, user, started, tokens_valid_from)), is_new_user };
}

/**
 * Links the identity to the account of the same address, if both sides have verified it.
 * @returns the account; null when nobody has the address, which stays locked until the transaction ends
 */
async function linkByEmail(tx: Transaction, claims: IdTokenClaims, now: Date): Promise<string | null> {
  const email = requireEmail(claims);
  // Checked before any look-up, so that the answer does not tell whether the address is registered.
  if (!claims.email_verified) throw emailNotVerified();
  await lockEmail(tx, email);
  const found = await findUserByEmail(tx, email);
  // An account that is being deleted cannot be linked.
  const user = found !== null && (await holdUser(tx, found.user_id)) ? found : null;
  // An unproven address could be anybody's: whoever entered it first would own the account.
  if (user === null) return null;
  if (!user.is_verified) throw emailOfAnother();
  await insertIdentity(tx, { ...identityOf(claims), user_id: user.user_id, now });
  return user.user_id;
}

function requireEmail({ email }: IdTokenClaims): string {
  if (email === null) {
    throw invalidField(
      'id_token',
      'holds no e-mail address: ask the provider with the scopes openid and email',
    );
  }
  if (!isEmailAddress(email)) {
    throw invalidField(
      'id_token',
      'holds an e-mail address that cannot be used here: sign up with another one',
    );
  }
  return email;
}

async function createAccountOf(
  tx: Transaction,
  deps: RegistrationDeps,
  claims: IdTokenClaims,
  { profile, invitation_token }: IdTokenSignUp,
  now: Date,
): Promise<Account> {
  const email = requireEmail(claims);
  const invitation_token_hash = invitation_token === undefined ? null : hashToken(invitation_token);
  await takeRegistration(tx, deps, { invitation_token_hash, now });
  const tokens_valid_from = firstTokenTime(now);
  const user = await createUser(tx, { ...profile, email, is_verified: true, now });
  const { user_id } = user;
  await insertCredentials(tx, { user_id, password_hash: null, tokens_valid_from, now });
  await insertIdentity(tx, { ...identityOf(claims), user_id, now });
  await deleteVerificationsOf(tx, email);
  return { user, tokens_valid_from, is_new_user: true };
}

async function signInUser(
  tx: Transaction,
  user_id: string,
  { membership_role }: Profile,
  now: Date,
): Promise<Account> {
  const account = await findAccountState(tx, user_id, null);
  if (account === null || !isActiveAccount(account)) {
    throw invalidIdToken({
      message: 'The account of this ID token is not active. Ask the operator of this server.',
    });
  }
  if (membership_role !== undefined) await updateMembershipRole(tx, user_id, membership_role, now);
  await recordLogin(tx, user_id, now);
  const user = await findUser(tx, user_id);
  if (user === null) throw invalidIdToken();
  return { user, tokens_valid_from: account.tokens_valid_from, is_new_user: false };
}

const identityOf = ({ issuer, subject }: IdTokenClaims) => ({ issuer, subject });
