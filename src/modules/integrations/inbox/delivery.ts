import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts';
import type { PlatformId } from '../provider.ts';

/** The largest post. Garmin's own limit is 100 MB, for days of samples; what it sends is cut into posts of a few megabytes. */
export const MAX_POST_BYTES = 32 * 1024 * 1024;

export type NewDelivery = {
  readonly id: string;
  readonly provider: PlatformId;
  readonly received_at: Date;
  readonly body: Uint8Array;
  /** Whether no signature or key proves its sender, so that it may be forged. */
  readonly is_hint: boolean;
  /** A part of an earlier delivery has its position. All others get one when they are stored. */
  readonly position?: number;
};

export type TakenDelivery = Omit<NewDelivery, 'received_at' | 'position'> & {
  readonly position: number;
  readonly begun: number;
};

export type Turn = { readonly now: Date; readonly taken_until: Date };

/** After this time a delivery that was begun but not finished is free again: its process has died. */
export const TAKEN_FOR_MS = MINUTE_MS;
/** A delivery that was begun more often than this without an end may be what kills processes, and is not read again. */
export const MOST_BEGINNINGS = 3;

/** The waits after each failure. After one more failure the delivery is set aside. */
export const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS] as const;

/** How long a delivery that was set aside can be looked at and tried again. */
export const SET_ASIDE_KEPT_MS = 30 * DAY_MS;
/** Beyond these bounds the oldest are deleted. Unverified deliveries have bounds of their own, so that they cannot displace the others. */
export const MOST_SET_ASIDE = {
  vouched_for: { rows: 10_000, bytes: 512 * 1024 * 1024 },
  hints: { rows: 1_000, bytes: 4 * 1024 * 1024 },
} as const;
