import type { Database } from '../../../infra/db/database.ts';
import type { Notice } from '../notice.ts';
import { UnreadableDelivery } from '../platform-error.ts';
import type { PlatformId } from '../provider.ts';
import { MOST_BEGINNINGS, type TakenDelivery, type Turn } from './delivery.ts';
import { findDue, takeDeliveries } from './queries.ts';

/** The most that is taken at a time, so that a hundred thousand waiting deliveries need no more memory than a hundred. */
const MOST_ROWS = 50;
const MOST_BYTES = 8 * 1024 * 1024;

export type ReadDelivery = TakenDelivery &
  (
    | { readonly state: 'read'; readonly notices: readonly Notice[] }
    | { readonly state: 'unreadable'; readonly reason: string }
    | { readonly state: 'failed'; readonly error: unknown }
  );

/** @throws UnreadableDelivery for a body that is none of the platform's */
export type DeliveryReader = (provider: PlatformId, body: Uint8Array) => Promise<readonly Notice[]>;

/**
 * Takes and reads the next due deliveries. No transaction is open meanwhile, since a large one can take seconds. A delivery that was
 * begun before is read alone, so that if it kills the process again, no other is affected.
 */
export async function readDue(
  deps: { readonly db: Database; readonly read: DeliveryReader },
  turn: Turn,
): Promise<ReadDelivery[]> {
  const due = await findDue(deps.db, turn.now, MOST_ROWS);
  const ids = (due[0]?.is_fresh === false ? due.slice(0, 1) : freshOf(due)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const read: ReadDelivery[] = [];
  for (const delivery of await takeDeliveries(deps.db, ids, turn))
    read.push(await readOne(deps.read, delivery));
  return read;
}

function freshOf<T extends { readonly is_fresh: boolean; readonly bytes: number }>(due: readonly T[]): T[] {
  let bytes = 0;
  return due
    .filter(({ is_fresh }) => is_fresh)
    .filter((one, index) => {
      bytes += one.bytes;
      return index === 0 || bytes <= MOST_BYTES;
    });
}

/** A platform without settings, or a server that stops, is a failure like others: the delivery is tried again later. */
async function readOne(read: DeliveryReader, delivery: TakenDelivery): Promise<ReadDelivery> {
  if (delivery.begun > MOST_BEGINNINGS) {
    const reason = `Working it off was begun ${MOST_BEGINNINGS} times and came to no end: its process died.`;
    return { ...delivery, state: 'unreadable', reason };
  }
  try {
    return { ...delivery, state: 'read', notices: await read(delivery.provider, delivery.body) };
  } catch (error) {
    return error instanceof UnreadableDelivery
      ? { ...delivery, state: 'unreadable', reason: error.message }
      : { ...delivery, state: 'failed', error };
  }
}
