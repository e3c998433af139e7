import type { Logger } from 'pino';
import type { Transaction } from '../../../infra/db/database.ts';
import { findUsers, holdUsers } from '../../users/index.ts';
import { findPeople } from '../connections/connection-queries.ts';
import type { Notice } from '../notice.ts';
import type { PlatformId } from '../provider.ts';
import { holdConnections, recordSync } from './queries.ts';
import { storeNotices } from './store-notices.ts';
import type { StoreDeps } from './sync-deps.ts';

/**
 * Stores a platform's notices for the users they belong to. People whom nobody has connected are skipped. A suspended account is kept
 * up to date like any other: nobody sees it, and nothing is missing when it is back.
 */
export async function applyNotices(
  tx: Transaction,
  deps: StoreDeps & { readonly logger: Logger },
  provider: PlatformId,
  notices: readonly Notice[],
): Promise<void> {
  const byPerson = Map.groupBy(notices, ({ provider_user_id }) => provider_user_id);
  const found = [...(await findPeople(tx, provider, [...byPerson.keys()])).values()];
  await holdUsers(tx, found);
  const connections = await holdConnections(tx, provider, found);
  const users = await findUsers(
    tx,
    connections.map(({ user_id }) => user_id),
  );
  const told: string[] = [];
  let passedOver = notices.length;
  for (const connection of connections) {
    const user = users.get(connection.user_id);
    const theirs = byPerson.get(connection.provider_user_id);
    if (user === undefined || theirs === undefined) continue;
    passedOver -= theirs.length;
    const { was_told } = await storeNotices(tx, deps, { connection, user, notices: theirs });
    if (was_told) told.push(connection.user_id);
  }
  if (told.length > 0) await recordSync(tx, provider, told, deps.clock.now());
  if (passedOver > 0)
    deps.logger.info(
      { provider, notices: passedOver },
      'a platform told of people whom nobody has connected',
    );
}
