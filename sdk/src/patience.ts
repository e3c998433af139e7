import { EkidenApiError, EkidenConnectionError, RateLimitedError } from './errors.ts';
import type { Timing } from './timing.ts';

export type PatienceSettings = {
  readonly maxRetries: number;
  readonly maxWaitMs: number;
  readonly timing: Timing;
};

/** Waits before another attempt, or throws the error when there shall be none. */
export type Patience = (error: unknown) => Promise<void>;

const FIRST_BACK_OFF_MS = 500;
const LONGEST_BACK_OFF_MS = 8_000;
/** Clients that were refused together do not come back in the same millisecond. */
const RATE_LIMIT_JITTER_MS = 1_000;

/**
 * The patience of one call. A used-up limit is waited out whatever the method, since the server has done nothing; faults
 * of server and network only where the request may be `repeatable`: whether a write has happened nobody knows then.
 */
export function createPatience(
  { maxRetries, maxWaitMs, timing }: PatienceSettings,
  { repeatable, signal }: { readonly repeatable: boolean; readonly signal?: AbortSignal | undefined },
): Patience {
  let faults = 0;
  let refusals = 0;
  let waitedMs = 0;
  return async (error) => {
    if (error instanceof RateLimitedError) {
      // At least a second: each refusal has to bring the end of patience nearer.
      const retryAfterMs =
        error.retry_after_s === null
          ? backOffMs(refusals++, timing)
          : Math.max(1, error.retry_after_s) * 1000;
      waitedMs += retryAfterMs;
      if (waitedMs > maxWaitMs) throw error;
      return await timing.sleep(retryAfterMs + timing.random() * RATE_LIMIT_JITTER_MS, signal);
    }
    if (!repeatable || !isTransient(error) || faults >= maxRetries) throw error;
    const askedMs = askedPauseMs(error);
    waitedMs += askedMs;
    if (waitedMs > maxWaitMs) throw error;
    await timing.sleep(Math.max(backOffMs(faults++, timing), askedMs), signal);
  };
}

/** What a server that cannot answer at the moment asks for. */
function askedPauseMs(error: unknown): number {
  return error instanceof EkidenApiError ? (error.retry_after_s ?? 0) * 1000 : 0;
}

/** Twice as long each time, of which a random half is left out. */
function backOffMs(before: number, timing: Timing): number {
  const longest = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** before);
  return longest * (1 - timing.random() / 2);
}

function isTransient(error: unknown): boolean {
  return error instanceof EkidenConnectionError || (error instanceof EkidenApiError && error.status >= 500);
}
