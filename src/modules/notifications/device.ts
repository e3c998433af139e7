import { hashToken } from '../../infra/crypto/tokens.ts';

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
  /** When the app last registered it. */
  readonly last_active_at: Date;
};

/** All devices of a person in a few words. */
export type DeviceSummary = {
  readonly user_id: string;
  readonly token_count: number;
  readonly platforms: readonly Platform[];
  readonly is_valid: boolean;
  readonly last_active_at: Date | null;
};

/** For `SecretBox`: a sealed token opens for its own row and its owner alone. */
export function pushTokenPurpose(token: string, user_id: string): string {
  return `push token ${hashToken(token).toString('hex')} of ${user_id}`;
}
