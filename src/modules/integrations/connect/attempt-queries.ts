import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { PlatformId } from '../provider.ts';

/** SHA-256. An attempt that is taken has something longer for its key, which is how the two are told apart. */
const KEY_HASH_BYTES = 32;

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

/** Leaves somebody the newest of their open attempts. Those that are taken stay: a platform is being asked about them. */
export async function deleteOldestAttempts(
  tx: Transaction,
  { user_id, keep }: { user_id: string; keep: number },
): Promise<void> {
  await tx.execute(sql`
    DELETE FROM connection_attempts WHERE user_id = ${user_id} AND key_hash IN (
      SELECT key_hash FROM connection_attempts
      WHERE user_id = ${user_id} AND octet_length(key_hash) = ${KEY_HASH_BYTES}
      ORDER BY created_at DESC, key_hash OFFSET ${keep})`);
}

/** One that has come back, by a key that nobody can bring, until what came of it is known. */
export type TakenAttempt = Attempt & { readonly key_hash: Buffer; readonly created_at: Date };

/**
 * Takes an attempt, which nobody can then take again. It stays for as long as what it brought may take to be stored: that it is
 * still there then says that nothing newer has come in between.
 *
 * @param claim.user_id whom the state names; undefined where nothing came back that names anybody
 * @param taken.key_hash of no key that was ever given out; what stands for it is longer
 * @param taken.expires_at when nobody can be at it any more
 * @returns null when it was never begun, has expired, was taken, or is another one's or of another platform
 */
export async function takeAttempt(
  db: Queryable,
  claim: { key_hash: Buffer; provider: PlatformId; user_id: string | undefined; now: Date },
  taken: { key_hash: Buffer; expires_at: Date },
): Promise<TakenAttempt | null> {
  return await db.maybeOne<TakenAttempt>(sql`
    UPDATE connection_attempts SET key_hash = 'taken'::bytea || ${taken.key_hash}, expires_at = ${taken.expires_at}
    WHERE key_hash = ${claim.key_hash} AND provider = ${claim.provider} AND expires_at > ${claim.now}
      AND user_id::text = coalesce(${claim.user_id ?? null}::text, user_id::text)
    RETURNING user_id, return_url, sealed_secret, key_hash, created_at`);
}

/** Ends an attempt that came to nothing. */
export async function deleteAttempt(
  db: Queryable,
  { user_id, key_hash }: Pick<TakenAttempt, 'user_id' | 'key_hash'>,
): Promise<void> {
  await db.execute(
    sql`DELETE FROM connection_attempts WHERE user_id = ${user_id} AND key_hash = ${key_hash}`,
  );
}

/**
 * Ends an attempt whose connection is about to be stored, and whatever the same person had begun before it: should the platform
 * answer that later, it is too late. The person's connection must be locked, where there is one.
 *
 * @returns false when it is this one that comes too late
 */
export async function endAttempts(
  tx: Transaction,
  provider: PlatformId,
  { user_id, key_hash, created_at }: Pick<TakenAttempt, 'user_id' | 'key_hash' | 'created_at'>,
): Promise<boolean> {
  // In one order, so that two of one person never wait in a circle.
  const ended = await tx.query<{ is_this: boolean }>(sql`
    DELETE FROM connection_attempts a USING (
      SELECT key_hash FROM connection_attempts
      WHERE user_id = ${user_id} AND provider = ${provider}
        AND (key_hash = ${key_hash} OR created_at < ${created_at})
      ORDER BY created_at, key_hash FOR UPDATE
    ) AS over
    WHERE a.user_id = ${user_id} AND a.key_hash = over.key_hash
    RETURNING a.key_hash = ${key_hash} AS is_this`);
  return ended.some(({ is_this }) => is_this);
}

/** @returns how many there were */
export async function deleteExpiredAttempts(db: Queryable, now: Date): Promise<number> {
  return await db.execute(sql`DELETE FROM connection_attempts WHERE expires_at <= ${now}`);
}

type OwnAttempt = {
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
