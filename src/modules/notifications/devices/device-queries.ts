import type { Queryable, Transaction } from '../../../infra/db/database.ts';
import { sql } from '../../../infra/db/sql.ts';
import type { Device, DeviceSummary, SealedDevice } from './device.ts';

type DeviceToken = { readonly user_id: string; readonly token_hash: Buffer };

/**
 * Locks a user's registrations; false when there is no such user. The present owner of the token is locked too, and all rows in the
 * order of their hashes, so that two people who take each other's tokens do not deadlock.
 */
export async function holdDevices(tx: Transaction, { user_id, token_hash }: DeviceToken): Promise<boolean> {
  const users = await tx.execute(sql`SELECT 1 FROM users WHERE user_id = ${user_id} FOR NO KEY UPDATE`);
  await tx.execute(sql`
    SELECT 1 FROM device_tokens WHERE user_id = ${user_id} OR token_hash = ${token_hash}
    ORDER BY token_hash FOR UPDATE`);
  return users === 1;
}

/** Stores a token, or moves it to this person with their data. @returns since when it is theirs, and whether it is new */
export async function upsertDevice(
  tx: Transaction,
  device: Device & DeviceToken & { readonly sealed_token: Buffer },
): Promise<{ created_at: Date; is_new: boolean }> {
  // xmax is 0 in a row that was inserted, and this transaction's id in one that was updated.
  return await tx.one(sql`
    INSERT INTO device_tokens (token_hash, user_id, sealed_token, platform, device_id, app_version, metadata, created_at,
                               last_active_at)
    VALUES (${device.token_hash}, ${device.user_id}, ${device.sealed_token}, ${device.platform}, ${device.device_id},
            ${device.app_version}, ${JSON.stringify(device.metadata)}, ${device.created_at}, ${device.last_active_at})
    ON CONFLICT (token_hash) DO UPDATE
    SET user_id = excluded.user_id, sealed_token = excluded.sealed_token, platform = excluded.platform,
        device_id = excluded.device_id, app_version = excluded.app_version, metadata = excluded.metadata,
        last_active_at = excluded.last_active_at,
        created_at = CASE WHEN device_tokens.user_id = excluded.user_id THEN device_tokens.created_at
                          ELSE excluded.created_at END
    RETURNING created_at, xmax = 0 AS is_new`);
}

/** Deletes what this token replaces: other tokens of the same device, and the longest unused beyond `keep`. */
export async function dropReplacedDevices(
  tx: Transaction,
  device: DeviceToken & { readonly device_id: string | null; readonly keep: number },
): Promise<void> {
  await tx.execute(sql`
    DELETE FROM device_tokens
    WHERE user_id = ${device.user_id} AND device_id = ${device.device_id} AND token_hash <> ${device.token_hash}`);
  await tx.execute(sql`
    DELETE FROM device_tokens WHERE user_id = ${device.user_id} AND token_hash IN (
      SELECT token_hash FROM device_tokens
      WHERE user_id = ${device.user_id} AND token_hash <> ${device.token_hash}
      ORDER BY last_active_at DESC, created_at DESC OFFSET ${device.keep - 1})`);
}

/** @returns whether the person had it. */
export async function deleteDevice(db: Queryable, { user_id, token_hash }: DeviceToken): Promise<boolean> {
  const deleted = await db.execute(sql`
    DELETE FROM device_tokens WHERE user_id = ${user_id} AND token_hash = ${token_hash}`);
  return deleted > 0;
}

/** @param valid_after tokens that were registered before it count as invalid. @returns null when there is no such user */
export async function summarizeDevices(
  db: Queryable,
  { user_id, valid_after }: { user_id: string; valid_after: Date },
): Promise<DeviceSummary | null> {
  return await db.maybeOne<DeviceSummary>(sql`
    SELECT u.user_id, count(d.token_hash)::int AS token_count, max(d.last_active_at) AS last_active_at,
           coalesce(max(d.last_active_at) > ${valid_after}, false) AS is_valid,
           coalesce(array_agg(DISTINCT d.platform) FILTER (WHERE d.platform IS NOT NULL), '{}') AS platforms
    FROM users u LEFT JOIN device_tokens d USING (user_id)
    WHERE u.user_id = ${user_id}
    GROUP BY u.user_id`);
}

export async function findOwnDevices(db: Queryable, user_id: string): Promise<Device[]> {
  return await db.query<Device>(sql`
    SELECT user_id, platform, device_id, app_version, metadata, created_at, last_active_at FROM device_tokens
    WHERE user_id = ${user_id} ORDER BY last_active_at DESC, created_at DESC`);
}

/**
 * Deletes devices that their push service reports as gone, unless they were registered again since, or belong to somebody else now.
 * They are locked in the order of their hashes, as in a registration.
 */
export async function forgetDevices(
  db: Queryable,
  gone: readonly Pick<SealedDevice, 'user_id' | 'token_hash'>[],
  before: Date,
): Promise<void> {
  await db.execute(sql`
    DELETE FROM device_tokens WHERE token_hash IN (
      SELECT d.token_hash FROM device_tokens d
      JOIN unnest(${gone.map(({ user_id }) => user_id)}::uuid[], ${gone.map(({ token_hash }) => Buffer.from(token_hash))}::bytea[])
        AS g (user_id, token_hash) USING (user_id, token_hash)
      WHERE d.last_active_at <= ${before}
      ORDER BY d.token_hash FOR UPDATE OF d)`);
}
