import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import type { SessionRow } from './session-queries.ts';

export type AccountFacts = {
  readonly has_password: boolean;
  readonly password_changed_at: Date | null;
  readonly tokens_valid_from: Date;
};

/** How a person signs in, without credentials. */
export async function findAccountFacts(db: Queryable, user_id: string): Promise<AccountFacts | null> {
  return await db.maybeOne<AccountFacts>(sql`
    SELECT password_hash IS NOT NULL AS has_password, password_changed_at, tokens_valid_from
    FROM user_credentials WHERE user_id = ${user_id}`);
}

export type KnownIdentity = { readonly issuer: string; readonly subject: string; readonly created_at: Date };

export async function findIdentities(db: Queryable, user_id: string): Promise<KnownIdentity[]> {
  return await db.query<KnownIdentity>(sql`
    SELECT issuer, subject, created_at FROM user_identities WHERE user_id = ${user_id} ORDER BY created_at, issuer`);
}

export async function findSignInWays(db: Queryable, user_id: string): Promise<string[]> {
  const facts = await findAccountFacts(db, user_id);
  const identities = await findIdentities(db, user_id);
  return [
    ...(facts?.has_password === true ? ['password'] : []),
    ...new Set(identities.map(({ issuer }) => issuer)),
  ];
}

export type Asked = { readonly created_at: Date; readonly expires_at: Date };

/** When password resets were asked for, as far as that is kept. */
export async function findResetTimes(db: Queryable, user_id: string): Promise<Asked[]> {
  return await db.query<Asked>(sql`
    SELECT created_at, expires_at FROM password_resets WHERE user_id = ${user_id} ORDER BY created_at`);
}

export async function findVerificationsOf(db: Queryable, email: string): Promise<Asked[]> {
  return await db.query<Asked>(sql`
    SELECT created_at, expires_at FROM email_verifications WHERE lower(email) = lower(${email}) ORDER BY created_at`);
}

export async function findAllSessions(db: Queryable, user_id: string): Promise<SessionRow[]> {
  return await db.query<SessionRow>(sql`
    SELECT session_id, created_at, last_seen_at, device, address FROM sessions
    WHERE user_id = ${user_id} ORDER BY created_at, session_id`);
}

export type NetworkOf = { readonly network: string; readonly last_seen_at: Date };

/** From where somebody has signed in, as far as that is kept. */
export async function findNetworksOf(db: Queryable, user_id: string): Promise<NetworkOf[]> {
  return await db.query<NetworkOf>(sql`
    SELECT network, last_seen_at FROM known_networks WHERE user_id = ${user_id} ORDER BY last_seen_at, network`);
}

/** When somebody failed to sign in as this person, as far as that is kept. */
export async function findFailureTimes(db: Queryable, email: string): Promise<Date[]> {
  const rows = await db.query<{ failed_at: Date }>(sql`
    SELECT failed_at FROM login_failures WHERE subject = lower(${`email:${email}`}) ORDER BY failed_at`);
  return rows.map(({ failed_at }) => failed_at);
}

/** Deletes what is stored by e-mail address. Failures of network addresses name nobody. */
export async function deleteTracesOf(tx: Transaction, email: string): Promise<void> {
  await tx.execute(sql`DELETE FROM email_verifications WHERE lower(email) = lower(${email})`);
  await tx.execute(sql`DELETE FROM login_failures WHERE subject = lower(${`email:${email}`})`);
}
