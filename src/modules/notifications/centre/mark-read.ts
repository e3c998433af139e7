import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Signals } from '../../../infra/signals/index.ts';
import { noSuchNotification } from './errors.ts';
import { CENTRES_CHANGED } from './live-centres.ts';
import { holdOwnCentre, markAllOwnRead, markOwnRead } from './queries.ts';

type Deps = { readonly db: Database; readonly signals: Pick<Signals, 'give'> };

/**
 * Marks one of the caller's notifications as read; one that was read already stays so.
 *
 * @throws noSuchNotification for an unknown one, a deleted one and another person's
 */
export async function markRead({ db, signals }: Deps, { user_id }: UserActor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await holdOwnCentre(tx, user_id);
    if (!(await markOwnRead(tx, { user_id, id }))) throw noSuchNotification();
  });
  signals.give(CENTRES_CHANGED);
}

export async function markAllRead({ db, signals }: Deps, { user_id }: UserActor): Promise<void> {
  await db.transaction(async (tx) => {
    await holdOwnCentre(tx, user_id);
    await markAllOwnRead(tx, user_id);
  });
  signals.give(CENTRES_CHANGED);
}
