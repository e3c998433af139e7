import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import { isOutage } from '../../shared/errors.ts';
import type { Database } from '../db/database.ts';
import { BOSS_SCHEMA } from './boss.ts';
import { describeError } from './describe-error.ts';

export type Slot = { queue: string; busy: boolean; wake(): void };

export type Waker = {
  add(slot: Slot): void;
  wake(queue: string): void;
  /** Checks a few times soon because an enqueuing transaction is about to commit. */
  lookSoon(): void;
  stop(): Promise<void>;
};

/** Delays after `lookSoon` in milliseconds: most transactions commit within the first or second. */
const SOON_MS = 10;
const SOON_AGAIN_MS = 50;

/**
 * Wakes idle workers, so that they need not poll. One statement checks all queues with an idle worker every `interval_ms`
 * and finds jobs of other processes, retries and delayed jobs alike.
 */
export function createWaker(options: { db: Database; logger: Logger; interval_ms: number }): Waker {
  const { db, logger, interval_ms } = options;
  const slots: Slot[] = [];
  let stopped = false;
  let failing = false;
  let soon: number[] = [];
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  const wake = (queue: string): void => {
    if (!stopped) slots.find((slot) => slot.queue === queue && !slot.busy)?.wake();
  };

  const look = async (): Promise<void> => {
    const idle = [...new Set(slots.filter(({ busy }) => !busy).map(({ queue }) => queue))];
    try {
      if (idle.length > 0) for (const queue of await findDueQueues(db, idle)) wake(queue);
      failing = false;
    } catch (error) {
      if (!failing)
        logger[isOutage(error) ? 'debug' : 'error'](
          { error: describeError(error) },
          'cannot look for jobs; will try again',
        );
      failing = true;
    }
    looking = undefined;
    schedule();
  };

  const schedule = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      looking = look();
    }, soon.shift() ?? interval_ms);
  };
  // A timer set inside a transaction would inherit its context, and the database would refuse the query.
  const outsideTransactions = AsyncLocalStorage.snapshot();

  return {
    add(slot) {
      slots.push(slot);
      if (slots.length === 1) schedule();
    },
    wake,
    lookSoon() {
      // In a flood of jobs it checks every 50 ms and is never postponed.
      const looksOften = soon.length > 0 || looking !== undefined;
      soon = looksOften ? [SOON_AGAIN_MS] : [SOON_MS, SOON_AGAIN_MS];
      if (looksOften || slots.length === 0) return;
      clearTimeout(timer);
      outsideTransactions(schedule);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** The queues with a due job: one index look-up each, however long the queue. */
async function findDueQueues(db: Database, queues: readonly string[]): Promise<string[]> {
  const { rows } = await db.executeSql(
    `SELECT q.name FROM unnest($1::text[]) AS q (name)
     WHERE EXISTS (
       SELECT FROM ${BOSS_SCHEMA}.job j
       WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now()
     )`,
    [queues],
  );
  return (rows as { name: string }[]).map(({ name }) => name);
}
