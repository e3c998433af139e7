import type { Transaction } from '../../../infra/db/database.ts';
import { newId } from '../../../shared/ids.ts';
import { findPeople } from '../connections/connection-queries.ts';
import type { PlatformId } from '../provider.ts';
import type { ReadDelivery } from './read-deliveries.ts';
import { keepAside } from './set-aside.ts';

/** Unreadable items that are kept of one post: a post of many says the same a thousand times. */
const MOST_A_DELIVERY = 100;
const MOST_NAME_CHARS = 100;

/**
 * Sets unreadable items of a readable delivery aside as deliveries of their own. Items of people whom nobody has connected are dropped.
 */
export async function keepUnreadableItems(
  tx: Transaction,
  provider: PlatformId,
  deliveries: readonly ReadDelivery[],
  now: Date,
): Promise<void> {
  const found = deliveries.flatMap(unreadableItems);
  if (found.length === 0) return;
  const people = await findPeople(
    tx,
    provider,
    found.map(({ provider_user_id }) => provider_user_id),
  );
  const kept = found
    .filter(({ provider_user_id }) => provider_user_id === '' || people.has(provider_user_id))
    .map(({ provider_user_id, because, body, is_hint, position }) => {
      const user_id = people.get(provider_user_id) ?? null;
      return { id: newId(), provider, received_at: now, body, because, user_id, is_hint, position };
    });
  await keepAside(tx, kept, now);
}

type Item = {
  readonly provider_user_id: string;
  readonly because: string;
  readonly body: Buffer;
  readonly is_hint: boolean;
  readonly position: number;
};

function unreadableItems(delivery: ReadDelivery): Item[] {
  if (delivery.state !== 'read') return [];
  const notices = delivery.notices.filter((notice) => notice.kind === 'unreadable').slice(0, MOST_A_DELIVERY);
  if (notices.length === 0) return [];
  const post: unknown = JSON.parse(Buffer.from(delivery.body).toString());
  return notices.map(({ provider_user_id, item, reason }) => ({
    provider_user_id,
    because: `${item}: ${reason}`,
    body: Buffer.from(JSON.stringify(itemOf(Object(post), item))),
    is_hint: delivery.is_hint,
    position: delivery.position,
  }));
}

/**
 * An item as a post of its own, in the form of the post it was in: `activities[3]` becomes `{"activities": […]}`. Without a single
 * place, only the names of the lists are kept, since their items may be other people's.
 */
function itemOf(post: object, place: string): object {
  const [, list, index] = /^(\w+)(?:\[(\d+)\])?$/.exec(place) ?? [];
  if (list === undefined || !Object.hasOwn(post, list)) {
    return Object.fromEntries(
      Object.keys(post)
        .slice(0, MOST_A_DELIVERY)
        .map((name) => [name.slice(0, MOST_NAME_CHARS), []]),
    );
  }
  const items: unknown = Reflect.get(post, list);
  return { [list]: index === undefined ? items : [Reflect.get(Object(items), index)] };
}
