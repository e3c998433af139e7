import type { Logger } from 'pino';
import type { Database } from '../../../infra/db/database.ts';
import { newId } from '../../../shared/ids.ts';
import { DAY_MS, SECOND_MS } from '../../../shared/time.ts';
import { type CountedRead, writeReads } from './queries.ts';

/** Athletes have just been shown to somebody else. */
type Read = Pick<CountedRead, 'org_id' | 'reader_type' | 'reader_id' | 'kind'> & { readonly at: Date };

export type ReadLog = {
  /** Notes in memory that something was read of each of them. */
  record(user_ids: readonly string[], read: Read): void;
  /** Writes what was recorded. A failure is logged, and the rest is kept for the next time. */
  flush(): Promise<void>;
  /** Stops the timer and flushes a last time. */
  close(): Promise<void>;
};

const FLUSH_INTERVAL_MS = 10 * SECOND_MS;
/** The most entries kept in memory, some tens of megabytes, while the database is away. */
const MOST_KEPT = 100_000;
const ROWS_A_STATEMENT = 5_000;

/** Collects reads in memory, so that a read costs no write. The creator closes it. */
export function createReadLog(deps: { db: Database; logger: Logger }): ReadLog {
  const { db, logger } = deps;
  const recorded = new Map<string, Map<string, CountedRead>>();
  let size = 0;
  let flushing = Promise.resolve();

  const record = (user_ids: readonly string[], { at, ...read }: Read): void => {
    const athletes = athletesOf(read, at);
    for (const user_id of user_ids) {
      const known = athletes.get(user_id);
      if (known !== undefined) {
        known.times += 1;
        if (at > known.last_at) known.last_at = at;
      } else if (size < MOST_KEPT) {
        size += 1;
        athletes.set(user_id, { id: newId(), user_id, ...read, first_at: at, last_at: at, times: 1 });
      }
    }
  };

  const athletesOf = (read: Omit<Read, 'at'>, at: Date): Map<string, CountedRead> => {
    const key = `${read.org_id}${read.reader_id}${read.kind}${Math.floor(at.getTime() / DAY_MS)}`;
    const athletes = recorded.get(key) ?? new Map<string, CountedRead>();
    recorded.set(key, athletes);
    return athletes;
  };

  const write = async (): Promise<void> => {
    // Sorted, so that concurrent writers cannot deadlock.
    const batch = [...recorded.values()]
      .flatMap((athletes) => [...athletes.values()])
      .toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1));
    recorded.clear();
    size = 0;
    for (let start = 0; start < batch.length; start += ROWS_A_STATEMENT) {
      try {
        await writeReads(db, batch.slice(start, start + ROWS_A_STATEMENT));
      } catch (error) {
        for (const row of batch.slice(start)) putBack(row);
        logger.warn({ err: error, reads: size }, 'who read what of whom could not be written yet');
        return;
      }
    }
  };

  const putBack = (row: CountedRead): void => {
    const athletes = athletesOf(row, row.first_at);
    const since = athletes.get(row.user_id);
    if (since === undefined) size += 1;
    athletes.set(row.user_id, {
      ...row,
      times: row.times + (since?.times ?? 0),
      last_at: since?.last_at ?? row.last_at,
    });
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
