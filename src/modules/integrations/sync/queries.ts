import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import type { Allowance, PlatformId } from '../provider.ts';
import type { HeldConnection } from './connection.ts';

/**
 * Locks the connections of these users, in the order of their ids for every caller, so that two that lock many never deadlock. To store
 * a platform's notices, the person is locked first and the connection after that.
 */
export async function holdConnections(
  tx: Transaction,
  provider: PlatformId,
  user_ids: readonly string[],
): Promise<HeldConnection[]> {
  return await tx.query<HeldConnection>(sql`
    SELECT user_id, provider, provider_user_id, scopes, token_expired_at FROM platform_connections
    WHERE provider = ${provider} AND user_id = ANY(${user_ids}::uuid[]) AND provider_user_id IS NOT NULL
    ORDER BY user_id FOR NO KEY UPDATE`);
}

export async function recordSync(
  tx: Transaction,
  provider: PlatformId,
  user_ids: readonly string[],
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    UPDATE platform_connections SET last_sync_at = ${now}
    WHERE provider = ${provider} AND user_id = ANY(${user_ids}::uuid[])`);
}

/**
 * @param said.changed_at null where it is unknown; then, as for equal times, the notice that was accepted last counts
 * @param said.position as in a notice
 * @returns false when what is known was changed later
 */
export async function updateScopes(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
  said: { scopes: readonly string[]; changed_at: Date | null; position?: number | undefined; now: Date },
): Promise<boolean> {
  const { scopes, changed_at, now, position = null } = said;
  const updated = await tx.execute(sql`
    UPDATE platform_connections SET scopes = ${scopes}::text[],
      scopes_changed_at = coalesce(least(${changed_at}::timestamptz, ${now}::timestamptz), scopes_changed_at),
      scopes_position = coalesce(${position}::bigint, scopes_position)
    WHERE user_id = ${user_id} AND provider = ${provider}
      AND CASE WHEN ${changed_at}::timestamptz <> scopes_changed_at THEN ${changed_at}::timestamptz > scopes_changed_at
        ELSE (${position}::bigint >= scopes_position) IS NOT FALSE END`);
  return updated === 1;
}

export async function isConnected(db: Queryable, { user_id, provider }: ConnectionKey): Promise<boolean> {
  const { connected } = await db.one<{ connected: boolean }>(sql`
    SELECT EXISTS (
      SELECT FROM platform_connections
      WHERE user_id = ${user_id} AND provider = ${provider} AND token_expired_at IS NULL
    ) AS connected`);
  return connected;
}

export async function restoreConnection(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
): Promise<void> {
  await tx.execute(sql`
    UPDATE platform_connections SET token_expired_at = NULL
    WHERE user_id = ${user_id} AND provider = ${provider}`);
}

/** Draws a position in the order of notices: the answer to a question includes everything that was accepted before. */
export async function drawPosition(db: Queryable): Promise<number> {
  return (await db.one<{ position: number }>(sql`SELECT nextval('platform_word_position') AS position`))
    .position;
}

/** Until when the platform wants no requests; null when it takes them. */
export async function findPause(db: Queryable, provider: PlatformId, now: Date): Promise<Date | null> {
  const row = await db.maybeOne<{ paused_until: Date }>(sql`
    SELECT paused_until FROM platform_pauses WHERE provider = ${provider} AND paused_until > ${now}`);
  return row?.paused_until ?? null;
}

export async function pausePlatform(db: Queryable, provider: PlatformId, until: Date): Promise<void> {
  await db.execute(sql`
    INSERT INTO platform_pauses (provider, paused_until) VALUES (${provider}, ${until})
    ON CONFLICT (provider) DO UPDATE
    SET paused_until = greatest(platform_pauses.paused_until, excluded.paused_until)`);
}

/** Stores the allowance of an answer. Of several answers within a window the one that leaves least counts, whichever server got it. */
export async function noteAllowance(
  db: Queryable,
  provider: PlatformId,
  { limit, left, until }: Allowance,
): Promise<void> {
  await db.execute(sql`
    INSERT INTO platform_allowances AS known (provider, ends_at, calls, calls_left)
    VALUES (${provider}, ${until}, ${limit}, ${left})
    ON CONFLICT (provider, ends_at, calls) DO UPDATE SET calls_left = excluded.calls_left
    WHERE known.calls_left > excluded.calls_left`);
}

/** Of the windows that are not over, the one with the smallest share left. */
export async function findAllowance(
  db: Queryable,
  provider: PlatformId,
  now: Date,
): Promise<Allowance | null> {
  return await db.maybeOne<Allowance>(sql`
    SELECT calls AS "limit", calls_left AS "left", ends_at AS until FROM platform_allowances
    WHERE provider = ${provider} AND ends_at > ${now}
    ORDER BY calls_left::float8 / calls, ends_at DESC LIMIT 1`);
}

export async function forgetAllowances(db: Queryable, provider: PlatformId, now: Date): Promise<void> {
  await db.execute(sql`DELETE FROM platform_allowances WHERE provider = ${provider} AND ends_at <= ${now}`);
}
