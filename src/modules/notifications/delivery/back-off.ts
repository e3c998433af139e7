import { DAY_MS, SECOND_MS } from '../../../shared/time.ts';

const MAX_ATTEMPTS = 8;
/** A message is given up after two days, when it is no news any more; quiet hours may take up one of them. */
export const KEPT_TRYING_MS = 2 * DAY_MS;
/** Firebase asks for at least this. The waits grow fourfold; the eighth attempt comes some fifteen hours after the first: outages end. */
const FIRST_WAIT_MS = 10 * SECOND_MS;
const GROWTH = 4;

/**
 * When something that was not accepted is sent again: later each time, not before the other side asks for it, and spread out by chance.
 *
 * @param attempt.attempts how often it was sent, this time included
 * @param attempt.chance 0 to 1, which adds up to a quarter of the wait
 * @returns null when it is given up
 */
export function sendAgainAt(attempt: {
  readonly now: Date;
  readonly created_at: Date;
  readonly attempts: number;
  readonly retry_after_ms: number | null;
  readonly chance: number;
}): Date | null {
  const { now, created_at, attempts, retry_after_ms, chance } = attempt;
  if (attempts >= MAX_ATTEMPTS) return null;
  const wait = Math.max(retry_after_ms ?? 0, FIRST_WAIT_MS * GROWTH ** (attempts - 1));
  const at = new Date(Math.ceil(now.getTime() + wait * (1 + chance / 4)));
  const isTooLate = wait > DAY_MS || at.getTime() - created_at.getTime() > KEPT_TRYING_MS;
  return isTooLate ? null : at;
}
