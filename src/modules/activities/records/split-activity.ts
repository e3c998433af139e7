import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import type { SourcePolicies } from '../../../privacy/index.ts';
import type { Clock } from '../../../shared/time.ts';
import type { StoredActivity } from '../activity.ts';
import { noSuchActivity, noSuchRecord, onlyRecord } from '../errors.ts';
import { findActivity } from '../queries.ts';
import { findRecordsOf } from './queries.ts';
import { rearrange } from './rearrange.ts';
import { partFrom } from './rulings.ts';
import { takeOwnTurn } from './take-own-turn.ts';

export type ArrangeDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly sourcePolicies: SourcePolicies;
  readonly events: Pick<Events, 'emit'>;
};

/**
 * Makes one source's record an activity of its own, permanently.
 * @throws noSuchActivity also for another person's; noSuchRecord, onlyRecord
 */
export async function splitActivity(
  { db, clock, events, sourcePolicies: policies }: ArrangeDeps,
  actor: UserActor,
  { activity_id, record_id }: { activity_id: string; record_id: string },
): Promise<StoredActivity> {
  const { user_id } = actor;
  const now = clock.now();
  return await db.transaction(async (tx) => {
    const owner = await takeOwnTurn(tx, user_id);
    if ((await findActivity(tx, { activity_id, user_id })) === null) throw noSuchActivity();
    const records = await findRecordsOf(tx, { user_id, activity_ids: [activity_id] });
    const others = records.filter(({ id }) => id !== record_id);
    if (others.length === records.length) throw noSuchRecord();
    if (others.length === 0) throw onlyRecord();
    await partFrom(tx, { user_id, record_id, others: others.map(({ id }) => id), now });
    const placed = await rearrange(
      { tx, events, owner, policies, now },
      { drafts: [], ruled: records, leaving: record_id },
    );
    const own = await findActivity(tx, { activity_id: placed.get(record_id) ?? activity_id, user_id });
    if (own === null) throw noSuchActivity();
    return own;
  });
}
