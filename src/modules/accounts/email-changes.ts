import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { sql } from '../../infra/db/sql.ts';

export type EmailChange = {
  readonly user_id: string;
  readonly new_email: string;
  readonly created_at: Date;
  readonly expires_at: Date;
};

export async function insertEmailChange(
  tx: Transaction,
  change: EmailChange & { readonly token_hash: Buffer },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO email_changes (token_hash, user_id, new_email, created_at, expires_at)
    VALUES (${change.token_hash}, ${change.user_id}, ${change.new_email}, ${change.created_at}, ${change.expires_at})`);
}

export async function findEmailChangeTimes(
  tx: Transaction,
  asked: { readonly user_id: string; readonly new_email: string; readonly since: Date },
): Promise<{ by_user: Date[]; to_address: Date[] }> {
  const rows = await tx.query<{ created_at: Date; is_own: boolean; is_there: boolean }>(sql`
    SELECT created_at, user_id = ${asked.user_id} AS is_own, lower(new_email) = lower(${asked.new_email}) AS is_there
    FROM email_changes
    WHERE (user_id = ${asked.user_id} OR lower(new_email) = lower(${asked.new_email})) AND created_at > ${asked.since}
    ORDER BY created_at DESC`);
  return {
    by_user: rows.filter(({ is_own }) => is_own).map(({ created_at }) => created_at),
    to_address: rows.filter(({ is_there }) => is_there).map(({ created_at }) => created_at),
  };
}

export async function findEmailChange(db: Queryable, tokenHash: Buffer): Promise<EmailChange | null> {
  return await db.maybeOne<EmailChange>(
    sql`SELECT user_id, new_email, created_at, expires_at FROM email_changes WHERE token_hash = ${tokenHash}`,
  );
}

/**
 * Deletes all of a person's requests.
 * @returns whether this one was still valid
 */
export async function takeEmailChange(
  tx: Transaction,
  change: { readonly token_hash: Buffer; readonly user_id: string; readonly now: Date },
): Promise<boolean> {
  const taken = await tx.query<{ is_this: boolean }>(sql`
    DELETE FROM email_changes WHERE user_id = ${change.user_id}
    RETURNING token_hash = ${change.token_hash} AND expires_at > ${change.now} AS is_this`);
  return taken.some(({ is_this }) => is_this);
}

/** A person's unconfirmed address requests, oldest first. */
export async function findEmailChangesOf(db: Queryable, userId: string): Promise<EmailChange[]> {
  return await db.query<EmailChange>(sql`
    SELECT user_id, new_email, created_at, expires_at FROM email_changes
    WHERE user_id = ${userId} ORDER BY created_at`);
}

export async function deleteEmailChanges(db: Queryable, now: Date): Promise<number> {
  return await db.execute(sql`DELETE FROM email_changes WHERE expires_at <= ${now}`);
}
