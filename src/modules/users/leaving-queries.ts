import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import { ACCOUNT_IS_ACTIVE } from './queries.ts';

/**
 * Whether there is such a user, whom nobody can then delete until the transaction ends. Call it before storing a row that refers to the
 * user, and before locking any of their rows: `lockLeavingUser` waits for it, and it waits for that.
 */
export async function holdUser(tx: Transaction, userId: string): Promise<boolean> {
  return (await holdUsers(tx, [userId])) === 1;
}

/** Whether there is such a user with an active account, both of which cannot change until the transaction ends. */
export async function holdActiveUser(tx: Transaction, userId: string): Promise<boolean> {
  const held = await tx.execute(sql`
    SELECT 1 FROM users u WHERE user_id = ${userId} AND ${rawSql(ACCOUNT_IS_ACTIVE)} FOR SHARE`);
  return held === 1;
}

/** The same for many users. @returns how many of them exist */
export async function holdUsers(tx: Transaction, userIds: readonly string[]): Promise<number> {
  return await tx.execute(sql`
    SELECT 1 FROM users WHERE user_id = ANY(${userIds}::uuid[]) ORDER BY user_id FOR KEY SHARE`);
}

/**
 * Makes deletions of accounts and organizations take turns until the transaction ends. Each deletes rows of many people, such as what
 * others were told about somebody, and two at once would lock them in different orders. To be called before anything is locked.
 */
export async function takeTurnToDelete(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('users.leaving'), 0)`);
}

/**
 * Takes the turn to delete, and keeps everybody from storing a row that refers to the user until the transaction ends. To be called
 * before anything is locked.
 *
 * @returns null when there is no such user, as for the second of two deletions at once
 */
export async function lockLeavingUser(tx: Transaction, userId: string): Promise<{ email: string } | null> {
  await takeTurnToDelete(tx);
  return await tx.maybeOne<{ email: string }>(
    sql`SELECT email FROM users WHERE user_id = ${userId} FOR UPDATE`,
  );
}

/** Deletes a user and, by ON DELETE CASCADE, the rows that depend on them. */
export async function deleteUser(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM users WHERE user_id = ${userId}`);
}

export async function findSignupPlatform(db: Queryable, userId: string): Promise<string | null> {
  const row = await db.maybeOne<{ signup_platform: string | null }>(
    sql`SELECT signup_platform FROM users WHERE user_id = ${userId}`,
  );
  return row?.signup_platform ?? null;
}
