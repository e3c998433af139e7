import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import { ACCOUNT_IS_ACTIVE } from './queries.ts';

/**
 * Whether there is such a user, who then stays until the transaction ends. Whoever is about to store something that refers
 * to them asks here first, before locking anything that belongs to them: `lockLeavingUser` waits for it, and it for that.
 */
export async function holdUser(tx: Transaction, userId: string): Promise<boolean> {
  return (await holdUsers(tx, [userId])) === 1;
}

/**
 * Whether there is such a user and their account is active, which both stays so until the transaction ends: whoever closes
 * the account waits for it.
 */
export async function holdActiveUser(tx: Transaction, userId: string): Promise<boolean> {
  const held = await tx.execute(sql`
    SELECT 1 FROM users u WHERE user_id = ${userId} AND ${rawSql(ACCOUNT_IS_ACTIVE)} FOR SHARE`);
  return held === 1;
}

/** The same for many. @returns how many of them there are */
export async function holdUsers(tx: Transaction, userIds: readonly string[]): Promise<number> {
  return await tx.execute(sql`
    SELECT 1 FROM users WHERE user_id = ANY(${userIds}::uuid[]) ORDER BY user_id FOR KEY SHARE`);
}

/**
 * Waits until nobody else is deleting an account or an organization, and keeps others from it until the transaction ends.
 * Either takes rows of many people along, such as what others were told of somebody, and two at once would meet them each in an
 * order of its own. To be called before anything is locked.
 */
export async function takeTurnToDelete(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('users.leaving'), 0)`);
}

/**
 * Takes the turn to delete, and keeps everybody from storing anything that refers to the user until the transaction ends. To
 * be called before anything is locked.
 *
 * @returns null when there is none: of two deletions at once, the second
 */
export async function lockLeavingUser(tx: Transaction, userId: string): Promise<{ email: string } | null> {
  await takeTurnToDelete(tx);
  return await tx.maybeOne<{ email: string }>(
    sql`SELECT email FROM users WHERE user_id = ${userId} FOR UPDATE`,
  );
}

/** Deletes a user with every row that cannot be without them. */
export async function deleteUser(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM users WHERE user_id = ${userId}`);
}

export async function findSignupPlatform(db: Queryable, userId: string): Promise<string | null> {
  const row = await db.maybeOne<{ signup_platform: string | null }>(
    sql`SELECT signup_platform FROM users WHERE user_id = ${userId}`,
  );
  return row?.signup_platform ?? null;
}
