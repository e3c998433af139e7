import type { Logger } from 'pino';
import type { Database } from '../../infra/db/database.ts';
import { isOutage } from '../../shared/errors.ts';
import { SECOND_MS } from '../../shared/time.ts';
import { writeLastUsed } from './queries.ts';

const FLUSH_INTERVAL_MS = 10 * SECOND_MS;

export type KeyUsage = {
  record(key_id: string, at: Date): void;
  /** Writes what was recorded. A failure is logged, and what could not be written is kept for the next time. */
  flush(): Promise<void>;
  /** Stops the timer and flushes a last time. */
  close(): Promise<void>;
};

/** Collects uses of API keys in memory, so that a request costs no write. The creator closes it. */
export function createKeyUsage(deps: { db: Database; logger: Logger }): KeyUsage {
  const { db, logger } = deps;
  let recorded = new Map<string, Date>();
  let flushing = Promise.resolve();

  const record = (key_id: string, at: Date): void => {
    const known = recorded.get(key_id);
    if (known === undefined || known < at) recorded.set(key_id, at);
  };

  const write = async (): Promise<void> => {
    if (recorded.size === 0) return;
    const batch = recorded;
    recorded = new Map();
    try {
      await writeLastUsed(db, batch);
    } catch (error) {
      for (const [key_id, at] of batch) record(key_id, at);
      const level = isOutage(error) ? 'debug' : 'warn';
      logger[level]({ err: error, keys: batch.size }, 'the last use of API keys could not be written yet');
    }
  };

  // Flushes run one at a time; a caller also waits for earlier ones.
  const flush = (): Promise<void> => (flushing = flushing.then(write));
  const timer = setInterval(() => void flush(), FLUSH_INTERVAL_MS);
  timer.unref();

  return {
    record,
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}
