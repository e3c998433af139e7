import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import type { MembershipRole, UserStatus } from '../users/index.ts';

/** Locks an e-mail address until the transaction ends, registered or not. The lock's second key separates addresses from other hashed locks. */
export async function lockEmail(tx: Transaction, email: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('accounts.email'), hashtext(lower(${email})))`);
}

/** A person's id at an OpenID provider. */
type Identity = { readonly issuer: string; readonly subject: string };

/** Locks an identity. Whoever locks both takes this one first. */
export async function lockIdentity(tx: Transaction, { issuer, subject }: Identity): Promise<void> {
  // No issuer holds a blank.
  const name = `${issuer} ${subject}`;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('accounts.identity'), hashtext(${name}))`);
}

/** The owner of an identity, if any. */
export async function findUserIdOf(db: Queryable, { issuer, subject }: Identity): Promise<string | null> {
  const row = await db.maybeOne<{ user_id: string }>(
    sql`SELECT user_id FROM user_identities WHERE issuer = ${issuer} AND subject = ${subject}`,
  );
  return row?.user_id ?? null;
}

/** Of an account that cannot be deleted meanwhile: see `holdUser` of `users`. */
export async function insertIdentity(
  tx: Transaction,
  identity: Identity & { readonly user_id: string; readonly now: Date },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO user_identities (issuer, subject, user_id, created_at)
    VALUES (${identity.issuer}, ${identity.subject}, ${identity.user_id}, ${identity.now})`);
}

export type Verification = {
  readonly email: string;
  readonly expires_at: Date;
  /** Of the invitation that was shown with the request. */
  readonly invitation_token_hash: Buffer | null;
};

export async function insertVerification(
  tx: Transaction,
  verification: Verification & { readonly token_hash: Buffer; readonly created_at: Date },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO email_verifications (token_hash, email, invitation_token_hash, created_at, expires_at)
    VALUES (${verification.token_hash}, ${verification.email}, ${verification.invitation_token_hash},
      ${verification.created_at}, ${verification.expires_at})`);
}

/** When verifications of an address were requested after `since`, oldest first. */
export async function findVerificationTimes(tx: Transaction, email: string, since: Date): Promise<Date[]> {
  const rows = await tx.query<{ created_at: Date }>(sql`
    SELECT created_at FROM email_verifications
    WHERE lower(email) = lower(${email}) AND created_at > ${since}
    ORDER BY created_at`);
  return rows.map(({ created_at }) => created_at);
}

export async function findVerification(db: Queryable, tokenHash: Buffer): Promise<Verification | null> {
  return await db.maybeOne<Verification>(
    sql`SELECT email, expires_at, invitation_token_hash FROM email_verifications WHERE token_hash = ${tokenHash}`,
  );
}

/** Uses up a token: of two concurrent transactions, one gets true. */
export async function consumeVerification(tx: Transaction, tokenHash: Buffer, now: Date): Promise<boolean> {
  const deleted = await tx.execute(
    sql`DELETE FROM email_verifications WHERE token_hash = ${tokenHash} AND expires_at > ${now}`,
  );
  return deleted === 1;
}

export async function deleteVerificationsOf(tx: Transaction, email: string): Promise<void> {
  await tx.execute(sql`DELETE FROM email_verifications WHERE lower(email) = lower(${email})`);
}

export async function deleteExpiredVerifications(db: Queryable, now: Date): Promise<number> {
  return await db.execute(sql`DELETE FROM email_verifications WHERE expires_at <= ${now}`);
}

export async function insertCredentials(
  tx: Transaction,
  credentials: { user_id: string; password_hash: string | null; tokens_valid_from: Date; now: Date },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO user_credentials (user_id, password_hash, tokens_valid_from, password_changed_at)
    VALUES (${credentials.user_id}, ${credentials.password_hash}, ${credentials.tokens_valid_from},
      ${credentials.password_hash === null ? null : credentials.now})`);
}

export type Login = {
  readonly user_id: string;
  readonly status: UserStatus;
  /** Null for an account without a password. */
  readonly password_hash: string | null;
  readonly password_changed_at: Date | null;
  readonly tokens_valid_from: Date;
};

/** One statement whether the address is registered or not, so that the time does not tell. */
export async function findLogin(db: Queryable, email: string): Promise<Login | null> {
  return await db.maybeOne<Login>(sql`
    SELECT u.user_id, u.status, c.password_hash, c.password_changed_at, c.tokens_valid_from
    FROM users u JOIN user_credentials c USING (user_id)
    WHERE lower(u.email) = lower(${email})`);
}

/** Stores a new hash of the same password, unless it was changed meanwhile. */
export async function replacePasswordHash(
  tx: Transaction,
  userId: string,
  hashes: { former: string; current: string },
): Promise<void> {
  await tx.execute(sql`
    UPDATE user_credentials SET password_hash = ${hashes.current}
    WHERE user_id = ${userId} AND password_hash = ${hashes.former}`);
}

/**
 * Sets a password and ends all access tokens. Tokens carry whole seconds, and a node whose clock is a little ahead may
 * just have issued one. So tokens dated up to a second from now do not count, nor those that a change just before has
 * postponed; `issueToken` dates new ones accordingly.
 */
export async function replacePassword(
  tx: Transaction,
  userId: string,
  change: { password_hash: string; tokens_valid_from: Date; now: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE user_credentials SET password_hash = ${change.password_hash}, password_changed_at = ${change.now},
      tokens_valid_from = greatest(${change.tokens_valid_from}::timestamptz, tokens_valid_from + interval '1 second')
    WHERE user_id = ${userId}`);
}

/** Sets a password for a signed-in user; their tokens stay, and the caller ends other sessions. */
export async function changePasswordHash(
  tx: Transaction,
  userId: string,
  change: { password_hash: string; now: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE user_credentials SET password_hash = ${change.password_hash}, password_changed_at = ${change.now}
    WHERE user_id = ${userId}`);
}

/** Ends all access tokens, as `replacePassword` does. */
export async function endTokens(tx: Transaction, userId: string, tokens_valid_from: Date): Promise<void> {
  await tx.execute(sql`
    UPDATE user_credentials
    SET tokens_valid_from = greatest(${tokens_valid_from}::timestamptz, tokens_valid_from + interval '1 second')
    WHERE user_id = ${userId}`);
}

/** What a session is begun with: see `insertSession`. */
export async function findProvenCredentials(
  db: Queryable,
  userId: string,
): Promise<Pick<Login, 'tokens_valid_from' | 'password_changed_at'> | null> {
  return await db.maybeOne(
    sql`SELECT tokens_valid_from, password_changed_at FROM user_credentials WHERE user_id = ${userId}`,
  );
}

/** The same, which nobody changes then until the transaction ends. Whoever holds the person too does that first. */
export async function lockCredentials(
  tx: Transaction,
  userId: string,
): Promise<Pick<Login, 'tokens_valid_from' | 'password_changed_at'> | null> {
  return await tx.maybeOne(
    sql`SELECT tokens_valid_from, password_changed_at FROM user_credentials WHERE user_id = ${userId} FOR UPDATE`,
  );
}

/** The state that decides about an access token; read on every authenticated request. */
export type AccountState = {
  readonly status: UserStatus;
  readonly membership_role: MembershipRole;
  readonly is_platform_admin: boolean;
  readonly tokens_valid_from: Date;
  /** Whether tokens without a session are refused. */
  readonly needs_session: boolean;
  /** When the session was last seen; null where the person has no such session. */
  readonly last_seen_at: Date | null;
};

export async function findAccountState(
  db: Queryable,
  userId: string,
  sessionId: string | null,
): Promise<AccountState | null> {
  return await db.maybeOne<AccountState>(sql`
    SELECT u.status, u.membership_role, u.is_platform_admin, c.tokens_valid_from, c.needs_session, s.last_seen_at
    FROM users u JOIN user_credentials c USING (user_id)
      LEFT JOIN sessions s ON s.session_id = ${sessionId}::uuid AND s.user_id = u.user_id
    WHERE u.user_id = ${userId}`);
}
