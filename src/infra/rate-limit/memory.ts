import { type Clock, MINUTE_MS, SECOND_MS } from '../../shared/time.ts';
import {
  type Counter,
  type RateLimiter,
  type RateWindow,
  type RateWindows,
  toDecision,
} from './rate-limiter.ts';

/** How often subjects whose windows have all ended are dropped, in seconds. */
const SWEEP_S = MINUTE_MS / SECOND_MS;

type Held = { count: number; reset_s: number };
type Counters = Map<RateWindow['name'], Held>;

/** Counts in this process. A subject is kept until its last window has ended, and up to a minute more. */
export function createMemoryRateLimiter({ clock }: { clock: Clock }): RateLimiter & { size(): number } {
  const subjects = new Map<string, Counters>();
  let sweepAt_s = 0;

  const sweep = (now_s: number): void => {
    // A clock that was turned back must not stop the sweep.
    if (now_s < sweepAt_s && now_s > sweepAt_s - SWEEP_S) return;
    sweepAt_s = now_s + SWEEP_S;
    for (const [subject, counters] of subjects) {
      if (counters.values().every(({ reset_s }) => reset_s <= now_s)) subjects.delete(subject);
    }
  };

  const take = (subject: string, windows: RateWindows, now_s: number) => {
    sweep(now_s);
    const known = subjects.get(subject);
    const counters = windows.map((window) => current(known?.get(window.name), window, now_s));
    const allowed = windows.every(({ limit }, index) => (counters[index]?.count ?? 0) < limit);
    if (!allowed) return { allowed, now_s, counters };
    const counted = counters.map(({ count, reset_s }) => ({ count: count + 1, reset_s }));
    const stored: Counters = known ?? new Map();
    for (const [index, { name }] of windows.entries()) {
      const counter = counted[index];
      if (counter !== undefined) stored.set(name, counter);
    }
    subjects.set(subject, stored);
    return { allowed, now_s, counters: counted };
  };

  const giveBack = (subject: string, windows: RateWindows, taken: readonly Counter[]): void => {
    for (const [index, { name }] of windows.entries()) {
      const counter = subjects.get(subject)?.get(name);
      if (counter !== undefined && counter.count > 0 && counter.reset_s === taken[index]?.reset_s)
        counter.count -= 1;
    }
  };

  return {
    take: async (subject, windows) => {
      const counted = take(subject, windows, Math.floor(clock.now().getTime() / SECOND_MS));
      return toDecision(windows, counted, async () => {
        if (counted.allowed) giveBack(subject, windows, counted.counters);
      });
    },
    backend: () => 'memory',
    ping: async () => undefined,
    close: async () => subjects.clear(),
    size: () => subjects.size,
  };
}

/** The window as it stands: a new one when there is none or it has ended. */
function current(counter: Held | undefined, { seconds }: RateWindow, now_s: number): Counter {
  const latest_s = now_s + seconds;
  if (counter === undefined || counter.reset_s <= now_s) return { count: 0, reset_s: latest_s };
  // A window that ends later than one opened now was opened before the clock was turned back. Kept also where the request
  // is refused: or the window would begin anew with each of them, until the clock is where it was.
  counter.reset_s = Math.min(counter.reset_s, latest_s);
  return { ...counter };
}
