import { type SecretBox, SecretBoxError } from '../../../infra/crypto/secret-box.ts';
import type { PushTarget } from '../../../infra/push/index.ts';

export const PLATFORMS = ['ios', 'android', 'web'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Of a person; the one not used for longest goes. More than anybody carries, and few enough to push to at once. */
export const MAX_DEVICES = 50;

export type DeviceMetadata = {
  readonly device_model: string | null;
  readonly os_version: string | null;
  readonly timezone: string | null;
};

/** Where pushes to a person go, as people see it: the token, with which anybody could push, is not part of it. */
export type Device = {
  readonly user_id: string;
  readonly platform: Platform;
  /** The app's own name for the device, which a new token has in common with the one it replaces. */
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

/** For `SecretBox`: a sealed token opens for its own row and its owner alone. */
export function pushTokenPurpose({
  token_hash,
  user_id,
}: Pick<SealedDevice, 'token_hash' | 'user_id'>): string {
  return `push token ${Buffer.from(token_hash).toString('hex')} of ${user_id}`;
}

/** Where pushes to a device go; null when its token cannot be read: the key that sealed it is gone, until the app starts again. */
export function pushTargetOf(secretBox: Pick<SecretBox, 'open'>, device: SealedDevice): PushTarget | null {
  try {
    const token = secretBox.open(pushTokenPurpose(device), device.sealed_token).toString();
    return { platform: device.platform, token };
  } catch (error) {
    if (error instanceof SecretBoxError) return null;
    throw error;
  }
}
