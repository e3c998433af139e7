import type { Database } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import type { Clock } from '../../../shared/time.ts';
import { pagesOf } from '../../users/index.ts';
import { type PlatformId, TITLES } from '../provider.ts';
import { findConnectedPeople } from './connection-queries.ts';
import { loseConnectionsOf } from './end-connection.ts';

/** How many people one transaction holds, for some milliseconds. */
const BATCH = 200;

/**
 * Marks all connections to a platform as lost and tells their owners, for a platform that has forgotten everybody, such as one in
 * memory that was restarted. Otherwise each would be found out only by a refusal.
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
