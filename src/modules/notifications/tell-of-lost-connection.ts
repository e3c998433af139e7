import type { Database } from '../../infra/db/database.ts';
import { newId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import type { ConnectionLost } from '../integrations/index.ts';
import { lostConnection } from './connection-lost.ts';
import { holdCentres, insertNotifications } from './queries.ts';

/** Tells an athlete that a platform has to be connected again, once however often the event is heard. */
export async function tellOfLostConnection(
  { db, clock }: { db: Database; clock: Clock },
  event: ConnectionLost,
): Promise<void> {
  const { user_id } = event;
  await db.transaction(async (tx) => {
    await holdCentres(tx, [user_id]);
    await insertNotifications(tx, [{ id: newId(), user_id }], lostConnection(event), clock.now());
  });
}
