import type { UserActor } from '../../../http/actor.ts';
import type { SecretBox } from '../../../infra/crypto/secret-box.ts';
import { hashToken } from '../../../infra/crypto/tokens.ts';
import type { Database } from '../../../infra/db/database.ts';
import { canonicalPushToken, type Pusher, refuseAppToken } from '../../../infra/push/index.ts';
import { invalidField, unauthenticated } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/time.ts';
import { type Device, type DeviceMetadata, MAX_DEVICES, type Platform, pushTokenPurpose } from './device.ts';
import { dropReplacedDevices, holdDevices, upsertDevice } from './device-queries.ts';
import { notYourDevice } from './errors.ts';

export type DeviceRegistration = {
  readonly token: string;
  readonly user_id: string | undefined;
  readonly platform: Platform;
  readonly device_id: string | null;
  readonly app_version: string | null;
  readonly metadata: DeviceMetadata;
};

/**
 * Registers a device for pushes to the caller. A registration replaces the one before with all its data. A token belongs to one person,
 * since a phone shows pushes to whoever holds it.
 *
 * @throws notYourDevice; validation_error for a token that is none of its platform; unauthenticated when the caller has just deleted their account
 */
export async function registerDevice(
  deps: { db: Database; clock: Clock; secretBox: SecretBox; pusher: Pick<Pusher, 'refuseWebToken'> },
  { user_id }: UserActor,
  registration: DeviceRegistration,
): Promise<{ device: Device; is_new: boolean }> {
  const { token: given, user_id: named, ...said } = registration;
  if (named !== undefined && named.toLowerCase() !== user_id) throw notYourDevice();
  const refusal =
    said.platform === 'web' ? deps.pusher.refuseWebToken(given) : refuseAppToken(given, said.platform);
  if (refusal !== null) throw invalidField('token', refusal);
  const token = canonicalPushToken(given);
  const now = deps.clock.now();
  const device: Device = { ...said, user_id, created_at: now, last_active_at: now };
  const token_hash = hashToken(token);
  const sealed_token = deps.secretBox.seal(pushTokenPurpose({ token_hash, user_id }), Buffer.from(token));
  return await deps.db.transaction(async (tx) => {
    if (!(await holdDevices(tx, { user_id, token_hash }))) throw unauthenticated();
    const { created_at, is_new } = await upsertDevice(tx, { ...device, token_hash, sealed_token });
    await dropReplacedDevices(tx, { ...device, token_hash, keep: MAX_DEVICES });
    return { device: { ...device, created_at }, is_new };
  });
}
