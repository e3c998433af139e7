import type { Logger } from 'pino';
import { reasonOf } from '../shared/errors.ts';

/** An outage meets whatever is under way: one line a second tells of it all. */
const PAUSE_MS = 1_000;

/**
 * Logs an outage where it is met, so that nobody it reaches needs to: one line a second at most, which names the cause and how many
 * failures before it had none.
 */
export function createOutageLog(logger: Logger, what: string): (error: unknown) => void {
  let last = Number.NEGATIVE_INFINITY;
  let unsaid = 0;
  return (error) => {
    const now = performance.now();
    if (now - last < PAUSE_MS) {
      unsaid += 1;
      return;
    }
    logger.error(
      { cause: reasonOf(error), ...(unsaid === 0 ? {} : { times_since_last_line: unsaid }) },
      what,
    );
    last = now;
    unsaid = 0;
  };
}
