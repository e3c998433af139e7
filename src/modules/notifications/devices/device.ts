import { type SecretBox, SecretBoxError } from '../../../infra/crypto/secret-box.ts';
import type { PushTarget } from '../../../infra/push/index.ts';

export const PLATFORMS = ['ios', 'android', 'web'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Devices of one person; the longest unused is dropped. It is more than anybody carries, and few enough to push to at once. */
export const MAX_DEVICES = 50;

export type DeviceMetadata = {
  readonly device_model: string | null;
  readonly os_version: string | null;
  readonly timezone: string | null;
};

/** A device that gets pushes, as people see it. The token is left out, since anybody who has it could push. */
export type Device = {
  readonly user_id: string;
  readonly platform: Platform;
  /** The app's own name for the device, which stays the same when the token changes. */
  readonly device_id: string | null;
  readonly app_version: string | null;
  readonly metadata: DeviceMetadata;
  readonly created_at: Date;
  readonly last_active_at: Date;
};

export type DeviceSummary = {
  readonly user_id: string;
  readonly token_count: number;
  readonly platforms: readonly Platform[];
  readonly is_valid: boolean;
  readonly last_active_at: Date | null;
};

export type SealedDevice = {
  readonly token_hash: Uint8Array;
  readonly user_id: string;
  readonly platform: Platform;
  readonly sealed_token: Uint8Array;
};

/** The purpose for `SecretBox`: a sealed token opens only for its own row and owner. */
export function pushTokenPurpose({
  token_hash,
  user_id,
}: Pick<SealedDevice, 'token_hash' | 'user_id'>): string {
  return `push token ${Buffer.from(token_hash).toString('hex')} of ${user_id}`;
}

/** The push address of a device; null when its token's key is gone, so that it cannot be read until the app registers again. */
export function pushTargetOf(secretBox: Pick<SecretBox, 'open'>, device: SealedDevice): PushTarget | null {
  try {
    const token = secretBox.open(pushTokenPurpose(device), device.sealed_token).toString();
    return { platform: device.platform, token };
  } catch (error) {
    if (error instanceof SecretBoxError) return null;
    throw error;
  }
}
