import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';

export type AccountFacts = {
  readonly has_password: boolean;
  readonly password_changed_at: Date | null;
  readonly tokens_valid_from: Date;
};

/** How a person signs in, without what they sign in with. */
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

/** When somebody failed to sign in as this person, as far as that is kept. */
export async function findFailureTimes(db: Queryable, email: string): Promise<Date[]> {
  const rows = await db.query<{ failed_at: Date }>(sql`
    SELECT failed_at FROM login_failures WHERE subject = lower(${`email:${email}`}) ORDER BY failed_at`);
  return rows.map(({ failed_at }) => failed_at);
}

/** Deletes what goes by the address and not by the person. Failures of network addresses name nobody. */
export async function deleteTracesOf(tx: Transaction, email: string): Promise<void> {
  await tx.execute(sql`DELETE FROM email_verifications WHERE lower(email) = lower(${email})`);
  await tx.execute(sql`DELETE FROM login_failures WHERE subject = lower(${`email:${email}`})`);
}
