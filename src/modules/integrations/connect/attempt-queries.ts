import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { PlatformId } from '../provider.ts';

/** Somebody on their way to a platform's consent page and back. */
export type Attempt = {
  readonly user_id: string;
  /** Null: the app's deep link. */
  readonly return_url: string | null;
  readonly sealed_secret: Uint8Array | null;
};

export async function insertAttempt(
  tx: Transaction,
  attempt: Attempt & {
    readonly key_hash: Buffer;
    readonly provider: PlatformId;
    readonly created_at: Date;
    readonly expires_at: Date;
  },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO connection_attempts (key_hash, provider, user_id, return_url, sealed_secret, created_at, expires_at)
    VALUES (${attempt.key_hash}, ${attempt.provider}, ${attempt.user_id}, ${attempt.return_url},
      ${attempt.sealed_secret}, ${attempt.created_at}, ${attempt.expires_at})`);
}

/** Leaves somebody the newest of their attempts. */
export async function deleteOldestAttempts(
  tx: Transaction,
  { user_id, keep }: { user_id: string; keep: number },
): Promise<void> {
  await tx.execute(sql`
    DELETE FROM connection_attempts WHERE user_id = ${user_id} AND key_hash IN (
      SELECT key_hash FROM connection_attempts WHERE user_id = ${user_id}
      ORDER BY created_at DESC, key_hash OFFSET ${keep})`);
}

/**
 * Takes an attempt, which nobody can then take again.
 *
 * @param claim.user_id whom the state names; undefined where nothing came back that names anybody
 * @returns null when it was never begun, has expired, was taken, or is another one's or of another platform
 */
export async function takeAttempt(
  db: Queryable,
  claim: { key_hash: Buffer; provider: PlatformId; user_id: string | undefined; now: Date },
): Promise<Attempt | null> {
  return await db.maybeOne<Attempt>(sql`
    DELETE FROM connection_attempts
    WHERE key_hash = ${claim.key_hash} AND provider = ${claim.provider} AND expires_at > ${claim.now}
      AND user_id::text = coalesce(${claim.user_id ?? null}::text, user_id::text)
    RETURNING user_id, return_url, sealed_secret`);
}

/** @returns how many there were */
export async function deleteExpiredAttempts(db: Queryable, now: Date): Promise<number> {
  return await db.execute(sql`DELETE FROM connection_attempts WHERE expires_at <= ${now}`);
}

export type OwnAttempt = {
  readonly provider: string;
  readonly return_url: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
};

export async function findOwnAttempts(db: Queryable, user_id: string): Promise<OwnAttempt[]> {
  return await db.query<OwnAttempt>(sql`
    SELECT provider, return_url, created_at, expires_at FROM connection_attempts
    WHERE user_id = ${user_id} ORDER BY created_at`);
}
