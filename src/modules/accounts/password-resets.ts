import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';
import { DAY_MS, HOUR_MS } from '../../shared/time.ts';

/** Used or not, rows are kept this long for counting and against serving a request twice. */
const KEPT_MS = DAY_MS;

export type PasswordReset = {
  readonly user_id: string;
  /** Also the moment at which the token was used, or another one of the same person. */
  readonly expires_at: Date;
};

/** Stores a token; false when the request has one already, from a job that ran before. */
export async function insertReset(
  tx: Transaction,
  reset: PasswordReset & {
    readonly token_hash: Buffer;
    readonly request_id: string;
    readonly created_at: Date;
  },
): Promise<boolean> {
  const inserted = await tx.execute(sql`
    INSERT INTO password_resets (token_hash, user_id, request_id, created_at, expires_at)
    VALUES (${reset.token_hash}, ${reset.user_id}, ${reset.request_id}, ${reset.created_at}, ${reset.expires_at})
    ON CONFLICT (request_id) DO NOTHING`);
  return inserted === 1;
}

export async function countResets(tx: Transaction, userId: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - HOUR_MS);
  const { count } = await tx.one<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM password_resets WHERE user_id = ${userId} AND created_at > ${since}`);
  return count;
}

export async function findReset(db: Queryable, tokenHash: Buffer): Promise<PasswordReset | null> {
  return await db.maybeOne<PasswordReset>(
    sql`SELECT user_id, expires_at FROM password_resets WHERE token_hash = ${tokenHash}`,
  );
}

/**
 * Ends all reset tokens of a person.
 * @returns whether this one was still valid: of two at once, only one is.
 */
export async function takeReset(
  tx: Transaction,
  reset: { readonly token_hash: Buffer; readonly user_id: string; readonly now: Date },
): Promise<boolean> {
  const { token_hash, user_id, now } = reset;
  const ended = await tx.query<{ is_this: boolean }>(sql`
    UPDATE password_resets SET expires_at = ${now} WHERE user_id = ${user_id} AND expires_at > ${now}
    RETURNING token_hash = ${token_hash} AS is_this`);
  return ended.some(({ is_this }) => is_this);
}

/** Ends all tokens of a person, who has a new password or a new address. */
export async function endResets(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.execute(
    sql`UPDATE password_resets SET expires_at = ${now} WHERE user_id = ${userId} AND expires_at > ${now}`,
  );
}

export async function deleteOldResets(db: Queryable, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS);
  return await db.execute(sql`DELETE FROM password_resets WHERE created_at <= ${before}`);
}
