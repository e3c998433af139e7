import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '../../shared/time.ts';

export type Timer = {
  /** In milliseconds, of a clock that never goes back. */
  now(): number;
  /** @throws when the signal says stop */
  wait(ms: number, signal: AbortSignal): Promise<void>;
};

const SYSTEM_TIMER: Timer = {
  now: () => performance.now(),
  wait: async (ms, signal) => {
    await sleep(ms, undefined, { signal });
  },
};

/**
 * Lets a number of callers pass per second, evenly and in order.
 * @returns waits for the caller's turn; throws the signal's reason
 */
export function createPace(
  per_second: number,
  timer: Timer = SYSTEM_TIMER,
): (signal: AbortSignal) => Promise<void> {
  let next = 0;
  return async (signal) => {
    signal.throwIfAborted();
    const now = timer.now();
    const turn = Math.max(now, next);
    next = turn + SECOND_MS / per_second;
    if (turn === now) return;
    try {
      await timer.wait(turn - now, signal);
    } finally {
      signal.throwIfAborted();
    }
  };
}
