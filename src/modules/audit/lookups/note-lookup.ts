import type { UserActor } from '../../../http/actor.ts';
import type { Transaction } from '../../../infra/db/queryable.ts';
import { newId } from '../../../shared/ids.ts';
import { insertLookup, type Lookup } from './queries.ts';

/**
 * Records a list that a platform admin is about to see, in the reading transaction, so that nothing is shown unrecorded.
 * @param asked the filters; undefined ones were not given
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
