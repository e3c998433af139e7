import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';

/** Attempts for one question. They last some three days, which is longer than platforms are away. */
const MOST_ATTEMPTS = 20;
const FIRST_MS = 30 * SECOND_MS;
const LONGEST_MS = 6 * HOUR_MS;

/** How long a platform that wants fewer requests is left alone when it does not say. */
const USUAL_PAUSE_MS = MINUTE_MS;

/** When to ask again after so many failures, this one included; null when it is given up. */
export function nextTry(failures: number, now: Date): Date | null {
  if (failures >= MOST_ATTEMPTS) return null;
  return new Date(now.getTime() + Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)));
}

/** Until when a platform is left alone that was asked too often. @param asked the time that it gives itself */
export function pauseUntil(asked: Date | null, now: Date): Date {
  return asked ?? new Date(now.getTime() + USUAL_PAUSE_MS);
}

export function later(a: Date, b: Date | null): Date {
  return b !== null && b > a ? b : a;
}
