import type { Transaction } from '../../../infra/db/database.ts';
import { newId } from '../../../shared/ids.ts';
import { findPeople } from '../connections/connection-queries.ts';
import type { ReadDelivery } from './read-deliveries.ts';
import { keepAside } from './set-aside.ts';

type FailedPart = { readonly provider_user_id: string; readonly because: string };

/**
 * Sets aside, of a delivery that could not be stored for some people, the part of each person as a delivery of its own, which is
 * deleted with the person. Nothing is kept of people whom nobody has connected.
 */
export async function keepParts(
  tx: Transaction,
  { provider, body, is_hint, position }: ReadDelivery,
  parts: readonly FailedPart[],
  now: Date,
): Promise<void> {
  if (parts.length === 0) return;
  const people = await findPeople(
    tx,
    provider,
    parts.map(({ provider_user_id }) => provider_user_id),
  );
  const post: unknown = JSON.parse(Buffer.from(body).toString());
  const kept = parts.flatMap(({ provider_user_id, because }) => {
    const user_id = people.get(provider_user_id);
    if (user_id === undefined) return [];
    const part = Buffer.from(JSON.stringify(partOf(Object(post), provider_user_id)));
    return { id: newId(), provider, received_at: now, body: part, is_hint, position, because, user_id };
  });
  await keepAside(tx, kept, now);
}

/** The items of one person, from lists by type whose items name theirs. A post without lists is about one person as a whole. */
function partOf(post: object, provider_user_id: string): object {
  const lists = Object.entries(post).filter(([, value]) => Array.isArray(value));
  if (lists.length === 0) return post;
  const isTheirs = (item: unknown): boolean => Reflect.get(Object(item), 'userId') === provider_user_id;
  return Object.fromEntries(
    lists
      .map(([name, items]): [string, unknown[]] => [name, items.filter(isTheirs)])
      .filter(([, items]) => items.length > 0),
  );
}
