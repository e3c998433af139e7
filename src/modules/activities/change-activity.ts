import type { UserActor } from '../../http/actor.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import type { Source } from '../../privacy/index.ts';
import { unauthenticated } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import { vdotOfRun } from '../../training/activity-vdot.ts';
import { findUser } from '../users/index.ts';
import { activitiesStored } from './activities-stored.ts';
import type { StoredActivity } from './activity.ts';
import { markedByPlatform, noSuchActivity } from './errors.ts';
import { anchorsOf } from './load/anchors-of.ts';
import { type ActivityChange, changedActivity, changedEdits } from './policy.ts';
import { findActivity, findEdits, updateActivity } from './queries.ts';
import { sourcesThatMark } from './records/merge.ts';
import { findMarks, takeTurn } from './records/queries.ts';
import { SOURCE_TITLES } from './records/source-titles.ts';

/**
 * Changes an athlete's own activity. What they set holds whatever its sources say later.
 *
 * @throws noSuchActivity also for anybody else's
 * @throws markedByPlatform for what a platform hides, or marks as a race
 */
export async function changeActivity(
  deps: { readonly db: Database; readonly clock: Clock; readonly events: Pick<Events, 'emit'> },
  actor: UserActor,
  activity_id: string,
  change: ActivityChange,
): Promise<StoredActivity> {
  const whose = { activity_id, user_id: actor.user_id };
  return await deps.db.transaction(async (tx) => {
    await takeTurn(tx, actor.user_id);
    const [activity, edits] = [await findActivity(tx, whose), await findEdits(tx, whose)];
    if (activity === null || edits === null) throw noSuchActivity();
    const changed = changedActivity(activity, change, deps.clock.now());
    if (change.private === false || change.is_race === false) {
      const marks = await findMarks(tx, whose);
      if (change.private === false) requireUnmarked(sourcesThatMark(marks, 'private'), 'as private');
      if (change.is_race === false) requireUnmarked(sourcesThatMark(marks, 'is_race'), 'as a race');
    }
    const shown =
      changed.is_race === activity.is_race ? changed : { ...changed, vdot: await vdotNow(tx, changed) };
    await updateActivity(tx, {
      activity: shown,
      edits: { ...edits, ...changedEdits(activity, changed, change) },
    });
    const isOther = shown.is_race !== activity.is_race || shown.workout_type !== activity.workout_type;
    if (isOther) await deps.events.emit(tx, activitiesStored, { user_id: actor.user_id });
    return shown;
  });
}

/** A race shows its VDOT, and most other runs do not. */
async function vdotNow(tx: Transaction, activity: StoredActivity): Promise<number | null> {
  const user = await findUser(tx, activity.user_id);
  if (user === null) throw unauthenticated();
  return vdotOfRun(activity, anchorsOf(user).vdot);
}

function requireUnmarked([source]: readonly Source[], mark: string): void {
  if (source === undefined) return;
  const title = SOURCE_TITLES[source];
  throw markedByPlatform({
    message: `${title} marks this workout ${mark}. Change it at ${title}; it is shown here as soon as they tell us.`,
  });
}
