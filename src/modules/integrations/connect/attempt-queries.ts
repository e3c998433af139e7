import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { PlatformId } from '../provider.ts';

/** The length of an SHA-256 hash in bytes. The key of an attempt that was taken is longer, which tells the two apart. */
const KEY_HASH_BYTES = 32;

export type Attempt = {
  readonly user_id: string;
  /** Null means the app's deep link. */
  readonly return_url: string | null;
  readonly sealed_secret: Uint8Array | null;
  /** base64url of the SHA-256 of what the app confirms with; null: the athlete has to return in the browser they started from. */
  readonly code_challenge: string | null;
};

export async function insertAttempt(
  tx: Transaction,
  attempt: Attempt & {
    readonly key_hash: Buffer;
    readonly provider: PlatformId;
    readonly created_at: Date;
    readonly expires_at: Date;
    /** Null where an app confirms the return. */
    readonly start: { readonly start_hash: Buffer; readonly sealed_authorize_url: Buffer } | null;
  },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO connection_attempts (key_hash, provider, user_id, return_url, sealed_secret, created_at, expires_at,
      code_challenge, start_hash, sealed_authorize_url)
    VALUES (${attempt.key_hash}, ${attempt.provider}, ${attempt.user_id}, ${attempt.return_url},
      ${attempt.sealed_secret}, ${attempt.created_at}, ${attempt.expires_at},
      ${attempt.code_challenge}, ${attempt.start?.start_hash ?? null}, ${attempt.start?.sealed_authorize_url ?? null})`);
}

/** Who is about to go from the start page to which platform; null for an address that is invalid or has expired. */
export async function findStart(
  db: Queryable,
  { start_hash, now }: { start_hash: Buffer; now: Date },
): Promise<{ user_id: string; provider: PlatformId } | null> {
  return await db.maybeOne(sql`
    SELECT user_id, provider FROM connection_attempts
    WHERE start_hash = ${start_hash} AND expires_at > ${now} AND octet_length(key_hash) = ${KEY_HASH_BYTES}`);
}

/** Stores which browser goes on from the start page. If several do, only the last one may come back. */
export async function bindBrowser(
  db: Queryable,
  { start_hash, browser_hash, now }: { start_hash: Buffer; browser_hash: Buffer; now: Date },
): Promise<{ user_id: string; provider: PlatformId; sealed_authorize_url: Uint8Array } | null> {
  return await db.maybeOne(sql`
    UPDATE connection_attempts SET browser_hash = ${browser_hash}
    WHERE start_hash = ${start_hash} AND expires_at > ${now} AND octet_length(key_hash) = ${KEY_HASH_BYTES}
    RETURNING user_id, provider, sealed_authorize_url`);
}

/** Keeps only the newest of a person's open attempts. Attempts that were taken stay, since a platform is being asked about them. */
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

/** An attempt that has come back, until its outcome is known. Its key is one that nobody can bring again. */
export type TakenAttempt = Attempt & {
  readonly key_hash: Buffer;
  readonly created_at: Date;
  /** Posts of the platform with a smaller position are older than the consent, even if they are stored later. */
  readonly position: number;
};

/**
 * Takes an attempt, which nobody can then take again. It stays as long as storing its result may take: that it is still there then
 * shows that no newer attempt was stored in between.
 *
 * @param claim.user_id the user that the state names; undefined where the return carries no state
 * @param claim.browsers the hashed cookies of the request, one of which has to be that of the browser that started, unless an app
 *   confirms; null: anybody with the key may end the attempt
 * @param taken.key_hash the hash of a key that was never given out; the stored value is longer
 * @param taken.expires_at when nobody can be working on it any more
 * @returns null when it was never begun, has expired, was taken, or belongs to another user or platform
 */
export async function takeAttempt(
  db: Queryable,
  claim: {
    key_hash: Buffer;
    provider: PlatformId;
    user_id: string | undefined;
    browsers: readonly Buffer[] | null;
    now: Date;
  },
  taken: { key_hash: Buffer; expires_at: Date },
): Promise<TakenAttempt | null> {
  return await db.maybeOne<TakenAttempt>(sql`
    UPDATE connection_attempts SET key_hash = 'taken'::bytea || ${taken.key_hash}, expires_at = ${taken.expires_at}
    WHERE key_hash = ${claim.key_hash} AND provider = ${claim.provider} AND expires_at > ${claim.now}
      AND user_id::text = coalesce(${claim.user_id ?? null}::text, user_id::text)
      AND (${claim.browsers === null}::boolean OR code_challenge IS NOT NULL
        OR encode(browser_hash, 'hex') = ANY(${(claim.browsers ?? []).map((hash) => hash.toString('hex'))}::text[]))
    RETURNING user_id, return_url, sealed_secret, code_challenge, key_hash, created_at,
      nextval('platform_word_position') AS position`);
}

/** Stores the platform's return until the app that started confirms it. */
export async function keepReturn(
  db: Queryable,
  kept: Pick<TakenAttempt, 'user_id' | 'key_hash'> & {
    readonly confirm_hash: Buffer;
    readonly sealed_return: Buffer;
    readonly expires_at: Date;
  },
): Promise<void> {
  await db.execute(sql`
    UPDATE connection_attempts
    SET confirm_hash = ${kept.confirm_hash}, sealed_return = ${kept.sealed_return}, expires_at = ${kept.expires_at}
    WHERE user_id = ${kept.user_id} AND key_hash = ${kept.key_hash}`);
}

/**
 * Takes a stored return, once, for the person who started and with the value that hashes to the challenge.
 *
 * @param expires_at when nobody can be working on it any more
 */
export async function takeReturn(
  db: Queryable,
  claim: { user_id: string; confirm_hash: Buffer; code_challenge: string; now: Date; expires_at: Date },
): Promise<(TakenAttempt & { readonly provider: PlatformId; readonly sealed_return: Uint8Array }) | null> {
  return await db.maybeOne(sql`
    UPDATE connection_attempts SET confirm_hash = NULL, expires_at = ${claim.expires_at}
    WHERE user_id = ${claim.user_id} AND confirm_hash = ${claim.confirm_hash}
      AND code_challenge = ${claim.code_challenge} AND expires_at > ${claim.now}
    RETURNING user_id, return_url, sealed_secret, code_challenge, key_hash, created_at, provider, sealed_return,
      nextval('platform_word_position') AS position`);
}

export async function deleteAttempt(
  db: Queryable,
  { user_id, key_hash }: Pick<TakenAttempt, 'user_id' | 'key_hash'>,
): Promise<void> {
  await db.execute(
    sql`DELETE FROM connection_attempts WHERE user_id = ${user_id} AND key_hash = ${key_hash}`,
  );
}

/**
 * Ends an attempt whose connection is about to be stored, and all older ones of the same person: if the platform answers those later,
 * it is too late. The caller holds the person's connection, where there is one.
 *
 * @returns false when this attempt is itself too late
 */
export async function endAttempts(
  tx: Transaction,
  provider: PlatformId,
  { user_id, key_hash, created_at }: Pick<TakenAttempt, 'user_id' | 'key_hash' | 'created_at'>,
): Promise<boolean> {
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
