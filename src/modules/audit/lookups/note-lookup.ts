import type { UserActor } from '../../../http/actor.ts';
import type { Transaction } from '../../../infra/db/queryable.ts';
import { newId } from '../../../shared/ids.ts';
import { insertLookup, type Lookup } from './queries.ts';

/**
 * Notes a list that a platform admin is about to be shown, in the transaction that reads it: what could not be noted is not shown.
 *
 * @param asked the filters; those that are undefined were not given
 */
export async function noteLookup(
  tx: Transaction,
  actor: UserActor,
  {
    listed,
    asked,
    shown_ids,
    now,
  }: Pick<Lookup, 'listed' | 'shown_ids'> & { asked: Readonly<Record<string, unknown>>; now: Date },
): Promise<void> {
  const filters = Object.keys(asked).filter((name) => asked[name] !== undefined);
  await insertLookup(tx, {
    id: newId(),
    actor_id: actor.user_id,
    listed,
    filters: filters.sort(),
    shown_ids,
    looked_at: now,
  });
}
