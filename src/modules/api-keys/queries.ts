import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import { featuresOf, type KeyLimits, type Scope, type ScopeAlias, type Tier } from '../../shared/access.ts';
import { IS_AMONG_ATHLETES, MEMBER_PRIVACY } from '../organizations/index.ts';
import { ACCOUNT_IS_ACTIVE } from '../users/index.ts';
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

export async function findActiveKeys(
  db: Queryable,
  { org_id, now }: { org_id: string; now: Date },
): Promise<ApiKey[]> {
  return await db.query<ApiKey>(sql`
    SELECT ${COLUMNS} FROM api_keys
    WHERE org_id = ${org_id} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})
    ORDER BY created_at, id`);
}

/** Counts active keys and, separately, replaced ones. Locks the organization, so that no other key is made until the transaction ends. */
export async function countActiveKeysForNow(
  tx: Transaction,
  { org_id, now }: { org_id: string; now: Date },
): Promise<{ unreplaced: number; replaced: number }> {
  await tx.execute(sql`SELECT 1 FROM organizations WHERE org_id = ${org_id} FOR NO KEY UPDATE`);
  return await tx.one(sql`
    SELECT count(*) FILTER (WHERE replaced_by IS NULL)::int AS unreplaced, count(replaced_by)::int AS replaced
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

/**
 * Revokes a person's working keys in one organization, or in all (null).
 * @returns the revoked keys by organization
 */
export async function markRevokedOf(
  tx: Transaction,
  { user_id, org_id, now }: { user_id: string; org_id: string | null; now: Date },
): Promise<{ id: string; org_id: string; name: string }[]> {
  return await tx.query(sql`
    WITH revoked AS (
      UPDATE api_keys SET revoked_at = ${now}
      WHERE created_by = ${user_id} AND org_id = coalesce(${org_id}::uuid, org_id)
        AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})
      RETURNING id, org_id, name, created_at
    )
    SELECT id, org_id, name FROM revoked ORDER BY org_id, created_at, id`);
}

/** Marks keys without expiry that have been unused since a time and were not reported yet; replaced ones end by themselves. */
export async function markWarned(
  tx: Transaction,
  { unused_since, now, limit }: { unused_since: Date; now: Date; limit: number },
): Promise<{ id: string; org_id: string; name: string }[]> {
  return await tx.query(sql`
    WITH unused AS (
      SELECT id FROM api_keys
      WHERE expires_at IS NULL AND revoked_at IS NULL AND coalesce(last_used_at, created_at) <= ${unused_since}
        AND (unused_warned_at IS NULL OR unused_warned_at < last_used_at)
      ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE
    )
    UPDATE api_keys k SET unused_warned_at = ${now} FROM unused WHERE k.id = unused.id
    RETURNING k.id, k.org_id, k.name`);
}

export type KeyToCheck = {
  id: string;
  org_id: string;
  scopes: readonly (Scope | ScopeAlias)[];
  expires_at: Date | null;
  revoked_at: Date | null;
  tier: Tier;
  /** The operator has suspended the organization, or it has no active head coach. */
  is_suspended: boolean;
} & KeyLimits;

/** Of `organizations o` and `users u`, who leads it. */
const IS_SUSPENDED = rawSql(`(o.suspended_at IS NOT NULL OR (${ACCOUNT_IS_ACTIVE}) IS NOT TRUE)`);

/** The only look-up without an organization: the secret identifies it. */
export async function findKeyBySecret(db: Queryable, secret_sha256: Buffer): Promise<KeyToCheck | null> {
  return await db.maybeOne<KeyToCheck>(sql`
    SELECT k.id, k.org_id, k.scopes, k.expires_at, k.revoked_at, o.tier,
           ${IS_SUSPENDED} AS is_suspended,
           k.requests_per_minute, k.requests_per_hour, k.exports_per_hour
    FROM api_keys k JOIN organizations o USING (org_id) LEFT JOIN users u ON u.user_id = o.head_coach_user_id
    WHERE k.secret_sha256 = ${secret_sha256}`);
}

/** Whether a key of the organization opens the developer API now. */
export async function isActiveKey(
  db: Queryable,
  { org_id, key_id, now }: { org_id: string; key_id: string; now: Date },
): Promise<boolean> {
  const organization = await db.maybeOne<{ tier: Tier }>(sql`
    SELECT o.tier
    FROM api_keys k JOIN organizations o USING (org_id) LEFT JOIN users u ON u.user_id = o.head_coach_user_id
    WHERE k.org_id = ${org_id} AND k.id = ${key_id} AND k.revoked_at IS NULL
      AND (k.expires_at IS NULL OR k.expires_at > ${now}) AND NOT ${IS_SUSPENDED}`);
  return organization !== null && featuresOf(organization.tier).includes('developer_api');
}

/** Stores last uses; never moves a time back. Rows are locked by id, as on every node. */
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

/** For the operator, of any organization; null when no such key is active. Locks the key. */
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

/** How many athletes of an organization have the same privacy settings there, each settings once. */
export async function countByPrivacy(
  db: Queryable,
  org_id: string,
): Promise<{ privacy: unknown; athletes: number }[]> {
  return await db.query(sql`
    SELECT ${rawSql(MEMBER_PRIVACY)} AS privacy, count(*)::int AS athletes
    FROM organization_members m JOIN users u USING (user_id)
    WHERE m.org_id = ${org_id} AND ${IS_AMONG_ATHLETES}
    GROUP BY 1`);
}
