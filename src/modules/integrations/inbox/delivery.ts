import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts';
import type { PlatformId } from '../provider.ts';

/** Of one post. Garmin's own limit is 100 MB, for days of samples; what it sends is cut into posts of a few megabytes. */
export const MAX_POST_BYTES = 32 * 1024 * 1024;

/** A post of a platform's, as it came. */
export type NewDelivery = {
  readonly id: string;
  readonly provider: PlatformId;
  readonly received_at: Date;
  readonly body: Uint8Array;
};

/** One that waits to be worked off. */
export type WaitingDelivery = {
  readonly id: string;
  readonly provider: PlatformId;
  readonly body: Uint8Array;
};

/** How long after each failure it is tried again; after one more it is set aside. */
export const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS] as const;

/** For how long what was set aside can be looked at and tried again. */
export const SET_ASIDE_KEPT_MS = 30 * DAY_MS;
/** Anybody can post what makes no sense, where the platform signs nothing: of more than this the oldest go. */
export const MOST_SET_ASIDE = 10_000;
