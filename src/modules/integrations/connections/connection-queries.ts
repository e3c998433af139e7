import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { rawSql, sql } from '../../../infra/db/sql.ts';
import type { PlatformId } from '../provider.ts';
import type { ConnectionKey } from './credentials-box.ts';

export type StoredConnection = {
  readonly user_id: string;
  readonly provider_user_id: string | null;
  readonly sealed_credentials: Uint8Array | null;
  readonly scopes: readonly string[];
  /** Since when the connection is lost; null while it is good, as far as is known. */
  readonly token_expired_at: Date | null;
  /** Until when one process has the turn to renew the credentials. */
  readonly renewing_until: Date | null;
};

const COLUMNS = rawSql(
  'user_id, provider_user_id, sealed_credentials, scopes, token_expired_at, renewing_until',
);

export async function findConnection(
  db: Queryable,
  { user_id, provider }: ConnectionKey,
): Promise<StoredConnection | null> {
  return await db.maybeOne<StoredConnection>(sql`
    SELECT ${COLUMNS} FROM platform_connections WHERE user_id = ${user_id} AND provider = ${provider}`);
}

/** The same, locked until the transaction ends. The caller holds the person. */
export async function lockConnection(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
): Promise<StoredConnection | null> {
  return await tx.maybeOne<StoredConnection>(sql`
    SELECT ${COLUMNS} FROM platform_connections
    WHERE user_id = ${user_id} AND provider = ${provider} FOR UPDATE`);
}

/** The users of these people of a platform, by their ids there. People who are not connected are left out. */
export async function findPeople(
  db: Queryable,
  provider: PlatformId,
  provider_user_ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.query<{ provider_user_id: string; user_id: string }>(sql`
    SELECT provider_user_id, user_id FROM platform_connections
    WHERE provider = ${provider} AND provider_user_id = ANY(${provider_user_ids}::text[])`);
  return new Map(rows.map((row) => [row.provider_user_id, row.user_id]));
}

/** A page of the users whose connection to a platform is good, as far as is known, in the order of their ids. */
export async function findConnectedPeople(
  db: Queryable,
  provider: PlatformId,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    SELECT user_id FROM platform_connections
    WHERE provider = ${provider} AND sealed_credentials IS NOT NULL AND token_expired_at IS NULL
      AND (${after}::uuid IS NULL OR user_id > ${after}::uuid)
    ORDER BY user_id LIMIT ${limit}`);
  return rows.map(({ user_id }) => user_id);
}

/**
 * Locks a user's connection, and that of any other account of the same person there, until the transaction ends. The caller holds both
 * people. The rows are locked in one order to avoid deadlocks.
 */
export async function lockConnectionsOf(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
  provider_user_id: string,
): Promise<StoredConnection[]> {
  return await tx.query<StoredConnection>(sql`
    SELECT ${COLUMNS} FROM platform_connections
    WHERE provider = ${provider} AND (user_id = ${user_id} OR provider_user_id = ${provider_user_id})
    ORDER BY user_id FOR UPDATE`);
}

type NewConnection = ConnectionKey & {
  readonly provider_user_id: string;
  readonly sealed_credentials: Uint8Array;
  readonly scopes: readonly string[];
  readonly position: number;
  readonly now: Date;
};

/**
 * Stores a connection, or replaces the one before; it keeps the times of that one only for the same person at the platform. A running
 * renewal then stores nothing, and an older change of the permissions that comes late is ignored.
 */
export async function upsertConnection(tx: Transaction, connection: NewConnection): Promise<void> {
  // The minute allows for clocks that differ, so that a change right after the consent counts as newer.
  const { user_id, provider, provider_user_id, sealed_credentials, scopes, position, now } = connection;
  await tx.execute(sql`
    INSERT INTO platform_connections AS c (user_id, provider, provider_user_id, sealed_credentials, scopes, scopes_changed_at, scopes_position, connected_at)
    VALUES (${user_id}, ${provider}, ${provider_user_id}, ${sealed_credentials}, ${scopes}::text[],
      ${now}::timestamptz - interval '1 minute', ${position}, ${now})
    ON CONFLICT (user_id, provider) DO UPDATE SET
      connected_at = CASE WHEN c.provider_user_id = excluded.provider_user_id THEN c.connected_at ELSE excluded.connected_at END,
      last_sync_at = CASE WHEN c.provider_user_id = excluded.provider_user_id THEN c.last_sync_at END,
      provider_user_id = excluded.provider_user_id, sealed_credentials = excluded.sealed_credentials,
      scopes = excluded.scopes, scopes_changed_at = excluded.scopes_changed_at, scopes_position = excluded.scopes_position, token_expired_at = NULL, renewing_until = NULL`);
}

/** Deletes a connection, its dependent rows, and all attempts to connect again, also returned ones. @returns what was there */
export async function deleteConnection(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
): Promise<StoredConnection | null> {
  // The locks are taken in the same order as when a connection is stored: the row first, then the attempts.
  const ended = await tx.maybeOne<StoredConnection>(sql`
    DELETE FROM platform_connections WHERE user_id = ${user_id} AND provider = ${provider} RETURNING ${COLUMNS}`);
  await tx.execute(
    sql`DELETE FROM connection_attempts WHERE user_id = ${user_id} AND provider = ${provider}`,
  );
  return ended;
}

/** @returns the users whose connection was good until now, so that of several callers only one tells them */
export async function markTokensExpired(
  tx: Transaction,
  { user_ids, provider }: { user_ids: readonly string[]; provider: PlatformId },
  now: Date,
): Promise<string[]> {
  const marked = await tx.query<{ user_id: string }>(sql`
    UPDATE platform_connections c SET token_expired_at = ${now}, renewing_until = NULL
    FROM (
      SELECT user_id FROM platform_connections
      WHERE provider = ${provider} AND user_id = ANY(${user_ids}::uuid[]) AND token_expired_at IS NULL
      ORDER BY user_id FOR UPDATE
    ) AS good
    WHERE c.provider = ${provider} AND c.user_id = good.user_id
    RETURNING c.user_id`);
  return marked.map(({ user_id }) => user_id);
}
