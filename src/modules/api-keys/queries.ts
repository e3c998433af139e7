import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import type { KeyLimits, Scope, ScopeAlias, Tier } from '../../shared/access.ts';
import type { ApiKey } from './api-key.ts';

const COLUMNS = rawSql(
  'id, name, prefix, scopes, created_at, expires_at, last_used_at, created_by, replaced_by',
);

export async function insertApiKey(
  tx: Transaction,
  key: Omit<ApiKey, 'last_used_at' | 'replaced_by'> & KeyLimits & { org_id: string; secret_sha256: Buffer },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO api_keys (id, org_id, name, prefix, secret_sha256, scopes, created_by, created_at, expires_at,
                          requests_per_minute, requests_per_hour, exports_per_hour)
    VALUES (${key.id}, ${key.org_id}, ${key.name}, ${key.prefix}, ${key.secret_sha256}, ${key.scopes},
            ${key.created_by}, ${key.created_at}, ${key.expires_at},
            ${key.requests_per_minute}, ${key.requests_per_hour}, ${key.exports_per_hour})`);
}

/** Neither revoked nor expired, the oldest first. */
export async function findActiveKeys(
  db: Queryable,
  { org_id, now }: { org_id: string; now: Date },
): Promise<ApiKey[]> {
  return await db.query<ApiKey>(sql`
    SELECT ${COLUMNS} FROM api_keys
    WHERE org_id = ${org_id} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})
    ORDER BY created_at, id`);
}

/**
 * Counts the active keys, those in whose place another has been issued apart. Holds the organization, so that no other key
 * is made until the transaction ends.
 */
export async function countActiveKeysForNow(
  tx: Transaction,
  { org_id, now }: { org_id: string; now: Date },
): Promise<{ standing: number; replaced: number }> {
  await tx.execute(sql`SELECT 1 FROM organizations WHERE org_id = ${org_id} FOR NO KEY UPDATE`);
  return await tx.one(sql`
    SELECT count(*) FILTER (WHERE replaced_by IS NULL)::int AS standing, count(replaced_by)::int AS replaced
    FROM api_keys
    WHERE org_id = ${org_id} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`);
}

/** An active key with its own limits, held until the transaction ends. */
export async function holdActiveKey(
  tx: Transaction,
  { org_id, key_id, now }: { org_id: string; key_id: string; now: Date },
): Promise<(ApiKey & KeyLimits) | null> {
  return await tx.maybeOne(sql`
    SELECT ${COLUMNS}, requests_per_minute, requests_per_hour, exports_per_hour
    FROM api_keys
    WHERE org_id = ${org_id} AND id = ${key_id} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})
    FOR NO KEY UPDATE`);
}

export async function markReplaced(
  tx: Transaction,
  key: { org_id: string; id: string; replaced_by: string; expires_at: Date; revoked_at: Date | null },
): Promise<void> {
  await tx.execute(sql`
    UPDATE api_keys
    SET replaced_by = ${key.replaced_by}, expires_at = ${key.expires_at}, revoked_at = ${key.revoked_at}
    WHERE org_id = ${key.org_id} AND id = ${key.id}`);
}

/** @returns null when there is no such key or it was revoked before. */
export async function markRevoked(
  tx: Transaction,
  { org_id, key_id, revoked_at }: { org_id: string; key_id: string; revoked_at: Date },
): Promise<{ id: string; name: string } | null> {
  return await tx.maybeOne(sql`
    UPDATE api_keys SET revoked_at = ${revoked_at}
    WHERE org_id = ${org_id} AND id = ${key_id} AND revoked_at IS NULL
    RETURNING id, name`);
}

export type KeyToCheck = {
  id: string;
  org_id: string;
  scopes: readonly (Scope | ScopeAlias)[];
  expires_at: Date | null;
  revoked_at: Date | null;
  tier: Tier;
} & KeyLimits;

/** The only look-up without an organization: the secret is what names it. */
export async function findKeyBySecret(db: Queryable, secret_sha256: Buffer): Promise<KeyToCheck | null> {
  return await db.maybeOne<KeyToCheck>(sql`
    SELECT k.id, k.org_id, k.scopes, k.expires_at, k.revoked_at, o.tier,
           k.requests_per_minute, k.requests_per_hour, k.exports_per_hour
    FROM api_keys k JOIN organizations o USING (org_id)
    WHERE k.secret_sha256 = ${secret_sha256}`);
}

/** Notes when keys were last used; never moves a time back. Locks in the order of the ids, as every node does. */
export async function writeLastUsed(db: Queryable, used: ReadonlyMap<string, Date>): Promise<void> {
  const ids = [...used.keys()];
  await db.execute(sql`
    WITH used AS (
      SELECT id, at FROM unnest(${ids}::uuid[], ${[...used.values()]}::timestamptz[]) AS u (id, at)
    ), held AS (
      SELECT id FROM api_keys WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE api_keys k SET last_used_at = greatest(k.last_used_at, used.at)
    FROM held JOIN used USING (id)
    WHERE k.id = held.id`);
}

/** Of any organization: for the operator. Null when no such key is active. Holds the key until the transaction ends. */
export async function holdLimits(
  tx: Transaction,
  key_id: string,
): Promise<({ id: string; org_id: string; name: string; prefix: string } & KeyLimits) | null> {
  return await tx.maybeOne(sql`
    SELECT id, org_id, name, prefix, requests_per_minute, requests_per_hour, exports_per_hour
    FROM api_keys WHERE id = ${key_id} AND revoked_at IS NULL FOR NO KEY UPDATE`);
}

export async function updateLimits(tx: Transaction, key_id: string, limits: KeyLimits): Promise<void> {
  await tx.execute(sql`
    UPDATE api_keys
    SET requests_per_minute = ${limits.requests_per_minute}, requests_per_hour = ${limits.requests_per_hour},
        exports_per_hour = ${limits.exports_per_hour}
    WHERE id = ${key_id}`);
}

/** The keys a person made, of all organizations, revoked and expired ones as well. */
export async function findKeysMadeBy(
  db: Queryable,
  user_id: string,
): Promise<{ id: string; org_id: string; name: string; created_at: Date; revoked_at: Date | null }[]> {
  return await db.query(sql`
    SELECT id, org_id, name, created_at, revoked_at FROM api_keys
    WHERE created_by = ${user_id} ORDER BY created_at, id`);
}
