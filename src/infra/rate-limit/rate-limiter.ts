/** A number of requests within a number of seconds. */
export type RateWindow = {
  readonly name: 'minute' | 'hour' | 'day';
  readonly limit: number;
  /** Length of the window, whole seconds. */
  readonly seconds: number;
};

export type WindowState = RateWindow & {
  readonly remaining: number;
  /** When the window ends, Unix time in whole seconds. */
  readonly reset_s: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly retry_after_s: number;
};

export type RateDecision = {
  readonly allowed: boolean;
  readonly windows: readonly WindowState[];
  /** The window with the fewest requests left; of several, the one that ends last. */
  readonly tightest: WindowState;
  /** Uncounts an allowed request in windows that have not ended. Call it at most once. */
  giveBack(): Promise<void>;
};

export type RateWindows = readonly [RateWindow, ...RateWindow[]];

/** Counts requests in fixed windows. A window opens with its first request, at the beginning of that second, and ends `seconds` later. */
export type RateLimiter = {
  /** Counts a request in all windows, or in none when one is used up; exact under concurrency. Never fails: without Redis it counts in memory. */
  take(subject: string, windows: RateWindows): Promise<RateDecision>;
  /** Where requests are counted at this moment. */
  backend(): 'memory' | 'redis';
  /** @throws Error when requests should be counted in Redis and cannot be */
  ping(): Promise<void>;
  close(): Promise<void>;
};

export type Counter = { readonly count: number; readonly reset_s: number };

export type Counted = {
  readonly allowed: boolean;
  readonly now_s: number;
  readonly counters: readonly Counter[];
};

/** Puts what was counted into the words of a decision. `counters` are in the order of the windows. */
export function toDecision(
  windows: RateWindows,
  { allowed, now_s, counters }: Counted,
  giveBack: () => Promise<void>,
): RateDecision {
  const states = windows.map((window, index): WindowState => {
    const { count, reset_s } = counters[index] ?? { count: 0, reset_s: now_s + window.seconds };
    return {
      ...window,
      remaining: Math.max(window.limit - count, 0),
      reset_s,
      retry_after_s: Math.max(reset_s - now_s, 1),
    };
  });
  const tightest = states.reduce((one, other) => (isTighter(other, one) ? other : one));
  return { allowed, windows: states, tightest, giveBack };
}

function isTighter(one: WindowState, other: WindowState): boolean {
  return one.remaining === other.remaining ? one.reset_s > other.reset_s : one.remaining < other.remaining;
}
