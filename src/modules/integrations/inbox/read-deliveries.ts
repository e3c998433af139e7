import type { Database } from '../../../infra/db/database.ts';
import type { Notice } from '../notice.ts';
import { UnreadableDelivery } from '../platform-error.ts';
import type { PlatformId } from '../provider.ts';
import type { WaitingDelivery } from './delivery.ts';
import { findDue, readWaiting } from './queries.ts';

/** What working off takes at a time, so that a hundred thousand that wait need no more memory than a hundred. */
const MOST_ROWS = 50;
const MOST_BYTES = 8 * 1024 * 1024;

/** What a delivery says, or why it says nothing. */
export type ReadDelivery = WaitingDelivery &
  (
    | { readonly state: 'read'; readonly notices: readonly Notice[] }
    /** However often it is read. */
    | { readonly state: 'unreadable'; readonly reason: string }
    | { readonly state: 'failed'; readonly error: unknown }
  );

export type DeliveryReader = (provider: PlatformId, body: Uint8Array) => Promise<readonly Notice[]>;

/** The next that are due, read. No transaction is open meanwhile: a large one can take seconds. */
export async function readDue(
  deps: { readonly db: Database; readonly read: DeliveryReader },
  now: Date,
): Promise<ReadDelivery[]> {
  const due = await findDue(deps.db, now, MOST_ROWS);
  let bytes = 0;
  const chosen = due.filter((one, index) => {
    bytes += one.bytes;
    return index === 0 || bytes <= MOST_BYTES;
  });
  if (chosen.length === 0) return [];
  const waiting = await readWaiting(
    deps.db,
    chosen.map(({ id }) => id),
  );
  const read: ReadDelivery[] = [];
  for (const delivery of waiting) read.push(await readOne(deps.read, delivery));
  return read;
}

/** A platform that is not set up any more, or a server that stops, is a failure like others: it goes on when its time comes. */
async function readOne(read: DeliveryReader, delivery: WaitingDelivery): Promise<ReadDelivery> {
  try {
    return { ...delivery, state: 'read', notices: await read(delivery.provider, delivery.body) };
  } catch (error) {
    return error instanceof UnreadableDelivery
      ? { ...delivery, state: 'unreadable', reason: error.message }
      : { ...delivery, state: 'failed', error };
  }
}
