import type { Logger } from 'pino';
import type { Database, Transaction } from '../../../infra/db/database.ts';
import type { Jobs } from '../../../infra/jobs/index.ts';
import { isOutage } from '../../../shared/errors.ts';
import type { NewDelivery } from './delivery.ts';
import { drainInbox } from './drain-job.ts';
import { deliveryNotStored } from './errors.ts';
import { insertDeliveries } from './queries.ts';

/** Stores what platforms post, so that it survives this process. */
export type DeliveryStore = {
  /**
   * Resolves once the delivery is on disk and sure to be processed.
   *
   * @throws deliveryNotStored when it is not stored: the platform sends it again
   */
  store(delivery: NewDelivery): Promise<void>;
};

/** The most that is stored together. A larger delivery is stored alone. */
const MOST_ROWS = 500;
const MOST_BYTES = 8 * 1024 * 1024;
/** How often a burst is announced to the workers: a job for each of its batches would cost more than storing it. */
const ANNOUNCE_EVERY_MS = 250;
/** Concurrent transactions, where the database allows more than one: it then writes to disk for all of them together. */
const MOST_WRITERS = 2;

type Pending = NewDelivery & { readonly done: PromiseWithResolvers<void> };

/** Stores deliveries that come during a write together after it, since many take as long as few. A single delivery never waits. */
export function createDeliveryStore(deps: {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly logger: Logger;
}): DeliveryStore {
  const pending: Pending[] = [];
  const mostWriters = deps.db.engine === 'postgres' ? MOST_WRITERS : 1;
  let writers = 0;
  let announcedAt = Number.NEGATIVE_INFINITY;
  let isLater = false;

  const announce = async (tx: Transaction): Promise<void> => {
    await deps.jobs.enqueue(tx, drainInbox, {});
    announcedAt = performance.now();
  };

  /** A delivery in the middle of a burst is announced at its end: the waiting job may have begun to look before it was stored. */
  const announceLater = (): void => {
    if (isLater) return;
    isLater = true;
    setTimeout(async () => {
      isLater = false;
      try {
        await deps.db.transaction(announce);
      } catch (error) {
        deps.logger.warn({ err: error }, 'the inbox is worked off at its next turn');
      }
    }, ANNOUNCE_EVERY_MS).unref();
  };

  const write = async (batch: readonly Pending[]): Promise<void> => {
    const isBurst = performance.now() - announcedAt < ANNOUNCE_EVERY_MS;
    try {
      if (isBurst) {
        await insertDeliveries(deps.db, batch);
        announceLater();
      } else {
        await deps.db.transaction(async (tx) => {
          await insertDeliveries(tx, batch);
          await announce(tx);
        });
      }
      for (const { done } of batch) done.resolve();
    } catch (error) {
      const level = isOutage(error) ? 'debug' : 'error';
      deps.logger[level]({ err: error, deliveries: batch.length }, 'posts of platforms could not be stored');
      for (const { done } of batch) done.reject(deliveryNotStored({ cause: error }));
    }
  };

  const writeAll = async (): Promise<void> => {
    writers += 1;
    while (pending.length > 0) await write(pending.splice(0, sizeOfNext(pending)));
    writers -= 1;
  };

  return {
    async store(delivery) {
      const done = Promise.withResolvers<void>();
      pending.push({ ...delivery, done });
      if (writers < mostWriters) void writeAll();
      await done.promise;
    },
  };
}

function sizeOfNext(pending: readonly Pending[]): number {
  let bytes = 0;
  const tooMany = pending.findIndex(({ body }, index) => {
    bytes += body.byteLength;
    return index > 0 && (index === MOST_ROWS || bytes > MOST_BYTES);
  });
  return tooMany === -1 ? pending.length : tooMany;
}
