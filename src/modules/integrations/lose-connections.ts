import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import type { Clock } from '../../shared/time.ts';
import { TITLES } from './connect/paths.ts';
import { findConnectedPeople } from './connection-queries.ts';
import { loseConnection } from './end-connection.ts';
import type { PlatformId } from './provider.ts';

/**
 * Notes that a platform has forgotten everybody, as one in memory does that starts anew: all connections to it show as lost,
 * their owners are told, and nobody has to be refused first to find out.
 */
export async function loseConnections(
  deps: { readonly db: Database; readonly clock: Clock; readonly events: Pick<Events, 'emit'> },
  platform: PlatformId,
): Promise<void> {
  const provider = { id: platform, title: TITLES[platform] };
  for (const user_id of await findConnectedPeople(deps.db, platform)) {
    await deps.db.transaction((tx) => loseConnection(tx, deps, { user_id, provider, now: deps.clock.now() }));
  }
}
