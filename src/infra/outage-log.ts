import type { Logger } from 'pino';
import { reasonOf } from '../shared/errors.ts';

/** An outage affects all work under way: one line a second suffices. */
const PAUSE_MS = 1_000;

/** Logs outages where they occur, at most one line a second with the cause and the number of unlogged failures. */
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
