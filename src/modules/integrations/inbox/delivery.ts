import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts';
import type { PlatformId } from '../provider.ts';

/** Of one post. Garmin's own limit is 100 MB, for days of samples; what it sends is cut into posts of a few megabytes. */
export const MAX_POST_BYTES = 32 * 1024 * 1024;

export type NewDelivery = {
  readonly id: string;
  readonly provider: PlatformId;
  readonly received_at: Date;
  readonly body: Uint8Array;
  /** Whether nobody has vouched for it, by a signature or a key: it may be forged. */
  readonly is_hint: boolean;
  /** Of a part of an earlier one: its position. The others draw one when they are stored. */
  readonly position?: number;
};

export type TakenDelivery = Omit<NewDelivery, 'received_at' | 'position'> & {
  readonly position: number;
  readonly begun: number;
};

export type Turn = { readonly now: Date; readonly taken_until: Date };

/** After that long, what was begun and came to no end is anybody's again: its process has died. */
export const TAKEN_FOR_MS = MINUTE_MS;
/** What was begun more often than this without an end may be what kills processes, and is not read again. */
export const MOST_BEGINNINGS = 3;

/** How long after each failure it is tried again; after one more it is set aside. */
export const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS] as const;

/** For how long what was set aside can be looked at and tried again. */
export const SET_ASIDE_KEPT_MS = 30 * DAY_MS;
/** Of more than this the oldest go. What nobody has vouched for has a room of its own: it takes the place of nothing else. */
export const MOST_SET_ASIDE = {
  vouched_for: { rows: 10_000, bytes: 512 * 1024 * 1024 },
  hints: { rows: 1_000, bytes: 4 * 1024 * 1024 },
} as const;
