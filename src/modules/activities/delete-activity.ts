import type { UserActor } from '../../http/actor.ts';
import type { Clock } from '../../shared/time.ts';
import { emitRemoved } from './activities-gone.ts';
import { noSuchActivity } from './errors.ts';
import { forgetUnusedFiles, type ImportDeps, removeObject } from './import-recording.ts';
import { findActivity } from './queries.ts';
import { deleteActivities, emptyRecords, findRecordsOf, takeTurn } from './records/queries.ts';

/**
 * Deletes an athlete's own activity with its recordings, and each uploaded file without other activities, which may then
 * be uploaded again. Platform ids are remembered as deleted, so that later reports do not restore them.
 * @throws noSuchActivity also for another person's
 */
export async function deleteActivity(
  deps: Pick<ImportDeps, 'db' | 'store' | 'logger' | 'events'> & { readonly clock: Clock },
  actor: UserActor,
  activity_id: string,
): Promise<void> {
  const { user_id } = actor;
  const unused = await deps.db.transaction(async (tx) => {
    await takeTurn(tx, user_id);
    if ((await findActivity(tx, { activity_id, user_id })) === null) throw noSuchActivity();
    const records = await findRecordsOf(tx, { user_id, activity_ids: [activity_id] });
    await emptyRecords(tx, { user_id, activity_id, now: deps.clock.now() });
    await deleteActivities(tx, { user_id, ids: [activity_id] });
    await emitRemoved(tx, deps.events, { user_id, activity_ids: [activity_id] });
    return await forgetUnusedFiles(tx, {
      user_id,
      file_ids: records.flatMap(({ file_id }) => file_id ?? []),
    });
  });
  for (const key of unused) await removeObject(deps, key);
}
