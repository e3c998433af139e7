import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import type { StoredActivity } from './activity.ts';
import { noSuchActivity } from './errors.ts';
import { type ActivityChange, changedActivity } from './policy.ts';
import { lockActivity, updateActivity } from './queries.ts';

/** Changes an athlete's own activity. @throws noSuchActivity also for anybody else's */
export async function changeActivity(
  deps: { readonly db: Database; readonly clock: Clock },
  actor: UserActor,
  activity_id: string,
  change: ActivityChange,
): Promise<StoredActivity> {
  return await deps.db.transaction(async (tx) => {
    const activity = await lockActivity(tx, { activity_id, user_id: actor.user_id });
    if (activity === null) throw noSuchActivity();
    const changed = changedActivity(activity, change, deps.clock.now());
    await updateActivity(tx, changed);
    return changed;
  });
}
