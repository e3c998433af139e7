import type { Database } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import type { Clock } from '../../../shared/time.ts';
import { pagesOf } from '../../users/index.ts';
import { type PlatformId, TITLES } from '../provider.ts';
import { findConnectedPeople } from './connection-queries.ts';
import { loseConnectionsOf } from './end-connection.ts';

/** So many people are held at once: for some milliseconds. */
const BATCH = 200;

/**
 * Notes that a platform has forgotten everybody, as one in memory does that starts anew: all connections to it show as lost,
 * their owners are told, and nobody has to be refused first to find out.
 *
 * @param options.batch how many people a transaction takes
 */
export async function loseConnections(
  {
    db,
    clock,
    events,
  }: { readonly db: Database; readonly clock: Clock; readonly events: Pick<Events, 'emitAll'> },
  platform: PlatformId,
  { batch = BATCH }: { readonly batch?: number } = {},
): Promise<void> {
  const provider = { id: platform, title: TITLES[platform] };
  for await (const user_ids of pagesOf<string>(batch, (page) => findConnectedPeople(db, platform, page)))
    await db.transaction((tx) => loseConnectionsOf(tx, { events }, { user_ids, provider, now: clock.now() }));
}
