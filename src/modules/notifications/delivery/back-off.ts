import { DAY_MS, SECOND_MS } from '../../../shared/time.ts';

/** After so many attempts nobody tries again. */
const MAX_ATTEMPTS = 8;
/** A message that is two days old is no news; quiet hours may have put it off for one of them. */
export const KEPT_TRYING_MS = 2 * DAY_MS;
/** What Firebase asks for at least; four times as long each time, the eighth attempt is some fifteen hours after the first: outages end. */
const FIRST_WAIT_MS = 10 * SECOND_MS;
const GROWTH = 4;

/**
 * When something that nobody took is sent again: later each time, not before the other side says, and not all at the same moment.
 *
 * @param attempt.attempts how often it was sent, this time included
 * @param attempt.chance 0 to 1: where in a quarter of the wait it falls
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
