import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Signals } from '../../../infra/signals/index.ts';
import type { Clock } from '../../../shared/time.ts';
import { noSuchNotification } from './errors.ts';
import { CENTRES_CHANGED } from './live-centres.ts';
import { deleteOwn, holdOwnCentre } from './queries.ts';

/**
 * Deletes one of the caller's notifications and its text. A trace stays, so that nobody is told the same again.
 *
 * @throws noSuchNotification for an unknown one, a deleted one and another person's
 */
export async function deleteNotification(
  { db, clock, signals }: { db: Database; clock: Clock; signals: Pick<Signals, 'give'> },
  { user_id }: UserActor,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await holdOwnCentre(tx, user_id);
    if (!(await deleteOwn(tx, { user_id, id, now: clock.now() }))) throw noSuchNotification();
  });
  signals.give(CENTRES_CHANGED);
}
