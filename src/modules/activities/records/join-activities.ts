import type { UserActor } from '../../../http/actor.ts';
import { invalidField } from '../../../shared/errors.ts';
import { DAY_MS } from '../../../shared/time.ts';
import type { StoredActivity } from '../activity.ts';
import { noSuchActivity } from '../errors.ts';
import { findActivity } from '../queries.ts';
import { findRecordsOf } from './queries.ts';
import { rearrange } from './rearrange.ts';
import { bind } from './rulings.ts';
import type { ArrangeDeps } from './split-activity.ts';
import { takeOwnTurn } from './take-own-turn.ts';

/**
 * Merges two activities permanently. The older one continues; manual edits of either apply.
 * @throws noSuchActivity also for another person's
 */
export async function joinActivities(
  { db, clock, events, sourcePolicies: policies }: ArrangeDeps,
  actor: UserActor,
  activity_ids: readonly [string, string],
): Promise<StoredActivity> {
  const { user_id } = actor;
  const now = clock.now();
  const [first, second] = activity_ids;
  if (first.toLowerCase() === second.toLowerCase()) {
    throw invalidField('activity_id', 'names the same activity: give the other one');
  }
  return await db.transaction(async (tx) => {
    const owner = await takeOwnTurn(tx, user_id);
    const [one, other] = [
      await findActivity(tx, { activity_id: first, user_id }),
      await findActivity(tx, { activity_id: second, user_id }),
    ];
    if (one === null || other === null) throw noSuchActivity();
    if (Math.abs(one.start_time.getTime() - other.start_time.getTime()) > DAY_MS) {
      throw invalidField(
        'activity_id',
        'began more than a day apart from the other: they cannot be one workout',
      );
    }
    const ruled = await findRecordsOf(tx, { user_id, activity_ids });
    await bind(tx, { user_id, ids: ruled.map(({ id }) => id), now });
    const placed = await rearrange({ tx, events, owner, policies, now }, { drafts: [], ruled });
    const joined = await findActivity(tx, { activity_id: placed.get(ruled[0]?.id ?? '') ?? first, user_id });
    if (joined === null) throw noSuchActivity();
    return joined;
  });
}
