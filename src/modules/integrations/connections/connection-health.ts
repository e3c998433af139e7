import { type SecretBox, SecretBoxError } from '../../../infra/crypto/secret-box.ts';
import type { Queryable } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { PlatformId } from '../provider.ts';
import { openCredentials } from './credentials-box.ts';
import { findBoxes } from './renewal-queries.ts';

export type ConnectionHealth = {
  readonly provider: string;
  readonly connected: number;
  /** Connections that the platform has refused since some time. */
  readonly refused: number;
  /** When the platform last sent anything for anybody; null for never. */
  readonly last_sync_at: Date | null;
  readonly since: Date;
};

export async function findConnectionHealth(db: Queryable): Promise<ConnectionHealth[]> {
  return await db.query<ConnectionHealth>(sql`
    SELECT provider, count(*)::int AS connected, count(token_expired_at)::int AS refused,
      max(last_sync_at) AS last_sync_at, min(connected_at) AS since
    FROM platform_connections GROUP BY provider ORDER BY provider`);
}

export type KeptTokens = {
  readonly looked_at: number;
  /** Sealed with a key that this server does not have, or damaged. */
  readonly unreadable: number;
  /** By platform, access that ended before the given time and was not renewed since. */
  readonly idle: Readonly<Record<string, number>>;
};

/** Opens some of the stored credentials. @param before see `idle` */
export async function lookIntoTokens(
  db: Queryable,
  secretBox: SecretBox,
  { limit, before }: { limit: number; before: Date },
): Promise<KeptTokens> {
  const boxes = await findBoxes(db, { after: null, limit });
  let unreadable = 0;
  const idle: Record<string, number> = {};
  for (const { user_id, provider, sealed_credentials } of boxes) {
    try {
      const key = { user_id, provider: provider as PlatformId };
      const { expires_at } = openCredentials(secretBox, key, sealed_credentials);
      if (typeof expires_at === 'string' && Date.parse(expires_at) < before.getTime())
        idle[provider] = (idle[provider] ?? 0) + 1;
    } catch (error) {
      if (!(error instanceof SecretBoxError) && !(error instanceof SyntaxError)) throw error;
      unreadable += 1;
    }
  }
  return { looked_at: boxes.length, unreadable, idle };
}
