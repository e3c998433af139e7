import type { Database } from '../../../infra/db/database.ts';
import type { ConnectionLost } from '../../integrations/index.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tell } from '../centre/tell.ts';
import { lostConnection } from './connection-lost.ts';

/** Tells an athlete that a platform has to be connected again, once however often the event is heard. */
export async function tellOfLostConnection(
  deps: TellDeps & { db: Database },
  event: ConnectionLost,
): Promise<void> {
  const { user_id } = event;
  await deps.db.transaction(async (tx) => {
    await holdCentres(tx, [user_id]);
    await tell(deps, tx, [user_id], lostConnection(event));
  });
}
