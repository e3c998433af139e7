import type { UserActor } from '../../http/actor.ts';
import { noSuchActivity } from './errors.ts';
import { type ImportDeps, removeObject } from './import-recording.ts';
import { deleteActivityRow, deleteUnusedFile, lockActivity } from './queries.ts';

/**
 * Deletes an athlete's own activity with its streams, and the uploaded file once none of its activities is left: the
 * same file may then be uploaded anew.
 *
 * @throws noSuchActivity also for anybody else's
 */
export async function deleteActivity(
  deps: Pick<ImportDeps, 'db' | 'store' | 'logger'>,
  actor: UserActor,
  activity_id: string,
): Promise<void> {
  const { user_id } = actor;
  const unused = await deps.db.transaction(async (tx) => {
    const activity = await lockActivity(tx, { activity_id, user_id });
    if (activity === null) throw noSuchActivity();
    await deleteActivityRow(tx, { activity_id, user_id });
    return activity.file_id === null ? null : deleteUnusedFile(tx, { file_id: activity.file_id, user_id });
  });
  if (unused !== null) await removeObject(deps, unused);
}
