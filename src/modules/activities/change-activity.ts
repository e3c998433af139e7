import type { UserActor } from '../../http/actor.ts';
import type { Transaction } from '../../infra/db/database.ts';
import type { Source } from '../../privacy/index.ts';
import { unauthenticated } from '../../shared/errors.ts';
import { vdotOfRun } from '../../training/activity-vdot.ts';
import { findUser } from '../users/index.ts';
import { activitiesStored } from './activities-stored.ts';
import type { StoredActivity } from './activity.ts';
import { markedByPlatform, noSuchActivity } from './errors.ts';
import { anchorsOf } from './load/anchors-of.ts';
import {
  type ActivityChange,
  changedActivity,
  changedEdits,
  isCorrection,
  requireSoundTimes,
} from './policy.ts';
import { findActivity, findEdits, updateActivity } from './queries.ts';
import type { ActivityEdits } from './records/edits.ts';
import { makeActivity } from './records/make-activity.ts';
import { sourcesThatMark } from './records/merge.ts';
import { findKeptActivities, findMarks, findRecordsOf, saveActivities, takeTurn } from './records/queries.ts';
import { SOURCE_TITLES } from './records/source-titles.ts';
import type { ArrangeDeps } from './records/split-activity.ts';
import { ownerOf } from './records/store-reports.ts';

/**
 * Changes an athlete's own activity; their values override what sources report later.
 * @throws noSuchActivity also for another person's
 * @throws markedByPlatform for what a platform hides, or marks as a race
 */
export async function changeActivity(
  deps: ArrangeDeps,
  actor: UserActor,
  activity_id: string,
  change: ActivityChange,
): Promise<StoredActivity> {
  const whose = { activity_id, user_id: actor.user_id };
  return await deps.db.transaction(async (tx) => {
    await takeTurn(tx, actor.user_id);
    const [activity, edits] = [await findActivity(tx, whose), await findEdits(tx, whose)];
    if (activity === null || edits === null) throw noSuchActivity();
    const now = deps.clock.now();
    const changed = changedActivity(activity, change, now);
    requireSoundTimes({ ...change, duration_s: change.duration_s ?? activity.duration_s }, now);
    if (change.private === false || change.is_race === false) {
      const marks = await findMarks(tx, whose);
      if (change.private === false) requireUnmarked(sourcesThatMark(marks, 'private'), 'as private');
      if (change.is_race === false) requireUnmarked(sourcesThatMark(marks, 'is_race'), 'as a race');
    }
    if (isCorrection(change)) {
      const corrected = { ...edits, ...changedEdits(activity, changed, change) };
      return await mergeAnew(deps, tx, whose, corrected, now);
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

/** Sport and times also affect name, speed and load. */
async function mergeAnew(
  { events, sourcePolicies: policies }: ArrangeDeps,
  tx: Transaction,
  { activity_id, user_id }: { readonly activity_id: string; readonly user_id: string },
  edits: ActivityEdits,
  now: Date,
): Promise<StoredActivity> {
  const user = await findUser(tx, user_id);
  if (user === null) throw unauthenticated();
  const [own] = await findKeptActivities(tx, { user_id, ids: [activity_id] });
  const records = await findRecordsOf(tx, { user_id, activity_ids: [activity_id] });
  const told = records.flatMap(({ told, ...record }) => (told === null ? [] : [{ ...record, told }]));
  if (own === undefined || told.length === 0) throw noSuchActivity();
  const context = { owner: ownerOf(user), policies, now };
  // Setting the same value is no change.
  const { activity, is_changed } = makeActivity(context, { own: { ...own, edits }, edits }, told);
  await saveActivities(tx, [activity]);
  if (is_changed) await events.emit(tx, activitiesStored, { user_id });
  const stored = await findActivity(tx, { activity_id, user_id });
  if (stored === null) throw noSuchActivity();
  return stored;
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
