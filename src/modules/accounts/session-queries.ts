import type { Queryable, Transaction } from '../../infra/db/database.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import type { MembershipRole, UserStatus } from '../users/index.ts';

export type Client = {
  readonly device: string | null;
  readonly address: string;
};

type NewSession = Client & {
  readonly session_id: string;
  readonly user_id: string;
  readonly family_hash: Buffer;
  readonly current_hash: Buffer;
  readonly now: Date;
  readonly is_cookie: boolean;
};

/** The credentials' state at the time of proof. */
export type ProvenCredentials = {
  readonly tokens_valid_from: Date;
  readonly password_changed_at: Date | null;
};

/**
 * Stores a session unless the credentials have changed since the proof. A concurrent change waits and then ends the
 * session.
 * @returns whether it was stored
 */
export async function insertSession(
  tx: Transaction,
  session: NewSession,
  proven: ProvenCredentials,
): Promise<boolean> {
  const inserted = await tx.execute(sql`
    WITH still AS (
      SELECT user_id FROM user_credentials
      WHERE user_id = ${session.user_id} AND tokens_valid_from = ${proven.tokens_valid_from}
        AND password_changed_at IS NOT DISTINCT FROM ${proven.password_changed_at}::timestamptz
      FOR SHARE
    )
    INSERT INTO sessions (session_id, user_id, family_hash, current_hash, created_at, last_seen_at, device, address, is_cookie)
    SELECT ${session.session_id}::uuid, user_id, ${session.family_hash}::bytea, ${session.current_hash}::bytea,
      ${session.now}::timestamptz, ${session.now}::timestamptz, ${session.device}::text, ${session.address}::text, ${session.is_cookie}::boolean
    FROM still`);
  return inserted === 1;
}

/** Ends a person's least recently used sessions beyond a number. */
export async function deleteSessionsBeyond(tx: Transaction, userId: string, most: number): Promise<void> {
  await tx.execute(sql`
    DELETE FROM sessions WHERE user_id = ${userId} AND session_id IN (
      SELECT session_id FROM sessions WHERE user_id = ${userId}
      ORDER BY last_seen_at DESC, session_id DESC OFFSET ${most})`);
}

export type RefreshedSession = {
  readonly session_id: string;
  readonly user_id: string;
  readonly current_hash: Buffer;
  readonly previous_hash: Buffer | null;
  readonly successor_salt: Buffer | null;
  readonly rotated_at: Date | null;
  readonly created_at: Date;
  /** For a cookie: when the current token was first used. */
  readonly successor_used_at: Date | null;
  readonly last_seen_at: Date;
  readonly status: UserStatus;
  readonly membership_role: MembershipRole;
  readonly is_platform_admin: boolean;
  readonly tokens_valid_from: Date;
};

const OF_FAMILY = rawSql(`
    SELECT s.session_id, s.user_id, s.current_hash, s.previous_hash, s.successor_salt, s.rotated_at, s.created_at,
      s.successor_used_at, s.last_seen_at, u.status, u.membership_role, u.is_platform_admin, c.tokens_valid_from
    FROM sessions s JOIN users u USING (user_id) JOIN user_credentials c USING (user_id)`);

/** Locks the session of a refresh token or cookie with its account, so that nobody else exchanges its token. */
export async function lockSession(
  tx: Transaction,
  familyHash: Buffer,
  { is_cookie }: { readonly is_cookie: boolean },
): Promise<RefreshedSession | null> {
  return await tx.maybeOne<RefreshedSession>(sql`
    ${OF_FAMILY} WHERE s.family_hash = ${familyHash} AND s.is_cookie = ${is_cookie} FOR UPDATE OF s`);
}

/** The session of a cookie with its account, as each request looks at it. */
export async function findCookieSession(db: Queryable, familyHash: Buffer): Promise<RefreshedSession | null> {
  return await db.maybeOne<RefreshedSession>(
    sql`${OF_FAMILY} WHERE s.family_hash = ${familyHash} AND s.is_cookie`,
  );
}

export async function noteSuccessorUsed(
  tx: Transaction,
  { session_id, user_id }: Pick<RefreshedSession, 'session_id' | 'user_id'>,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    UPDATE sessions SET successor_used_at = ${now} WHERE session_id = ${session_id} AND user_id = ${user_id}`);
}

/** Restarts the time until the next rotation. */
export async function postponeRotation(
  tx: Transaction,
  { session_id, user_id }: Pick<RefreshedSession, 'session_id' | 'user_id'>,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    UPDATE sessions SET rotated_at = ${now} WHERE session_id = ${session_id} AND user_id = ${user_id}`);
}

/** Ends the session of any token that a cookie ever had. */
export async function deleteCookieSession(db: Queryable, familyHash: Buffer): Promise<void> {
  await db.execute(sql`DELETE FROM sessions WHERE family_hash = ${familyHash} AND is_cookie`);
}

/** Puts a new token in the place of the current one. */
export async function rotateToken(
  tx: Transaction,
  { session_id, user_id }: Pick<RefreshedSession, 'session_id' | 'user_id'>,
  rotation: { readonly successor_hash: Buffer; readonly salt: Buffer; readonly now: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE sessions SET previous_hash = current_hash, current_hash = ${rotation.successor_hash},
      successor_salt = ${rotation.salt}, rotated_at = ${rotation.now}, successor_used_at = NULL
    WHERE session_id = ${session_id} AND user_id = ${user_id}`);
}

export async function renewSession(
  db: Queryable,
  { session_id, user_id }: Pick<RefreshedSession, 'session_id' | 'user_id'>,
  seen: Client & { readonly now: Date },
): Promise<boolean> {
  const renewed = await db.execute(sql`
    UPDATE sessions SET last_seen_at = ${seen.now}, device = ${seen.device}, address = ${seen.address}
    WHERE session_id = ${session_id} AND user_id = ${user_id}`);
  return renewed === 1;
}

/** Of requests at the same moment one writes. The id is from a token that was checked with its person. */
export async function touchSession(
  db: Queryable,
  { session_id, now, before }: { session_id: string; now: Date; before: Date },
): Promise<void> {
  await db.execute(sql`
    UPDATE sessions SET last_seen_at = ${now} WHERE session_id = ${session_id} AND last_seen_at < ${before}`);
}

export type SessionRow = Client & {
  readonly session_id: string;
  readonly created_at: Date;
  readonly last_seen_at: Date;
};

/** A person's sessions that were used since, newest sign-in first. */
export async function findSessions(
  db: Queryable,
  page: { user_id: string; seen_since: Date; after: PagePosition; limit: number },
): Promise<SessionRow[]> {
  return await db.query<SessionRow>(sql`
    SELECT session_id, created_at, last_seen_at, device, address FROM sessions
    WHERE user_id = ${page.user_id} AND last_seen_at > ${page.seen_since}
      AND (created_at, session_id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)
    ORDER BY created_at DESC, session_id DESC LIMIT ${page.limit}`);
}

/** @returns whether the person had this session */
export async function deleteSession(db: Queryable, userId: string, sessionId: string): Promise<boolean> {
  const deleted = await db.execute(
    sql`DELETE FROM sessions WHERE user_id = ${userId} AND session_id = ${sessionId}`,
  );
  return deleted === 1;
}

/**
 * Ends all sessions of a person but one, and access tokens without a session. Of two that end each other at once, the
 * second waits.
 * @param kept undefined ends all
 * @returns how many
 */
export async function deleteOtherSessions(
  tx: Transaction,
  userId: string,
  kept: string | undefined,
): Promise<number> {
  await tx.execute(sql`UPDATE user_credentials SET needs_session = true WHERE user_id = ${userId}`);
  return await tx.execute(sql`
    DELETE FROM sessions WHERE user_id = ${userId} AND session_id IS DISTINCT FROM ${kept ?? null}::uuid`);
}

export async function deleteIdleSessions(db: Queryable, seenBefore: Date): Promise<number> {
  return await db.execute(sql`DELETE FROM sessions WHERE last_seen_at <= ${seenBefore}`);
}
