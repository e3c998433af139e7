import type { Transaction } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import { newId } from '../../../shared/ids.ts';
import { holdUser, holdUsers, setIntegration, setIntegrations } from '../../users/index.ts';
import type { Provider } from '../provider.ts';
import { type ConnectionLost, connectionLost } from './connection-lost.ts';
import { deleteConnection, markTokensExpired, type StoredConnection } from './connection-queries.ts';
import type { ConnectionKey } from './credentials-box.ts';

type Ending = ConnectionKey & { readonly now: Date };

/**
 * Ends a connection in the caller's transaction, with the rest of its backfill and all attempts to connect again. Activities stay.
 *
 * @returns the connection; null where there was none, or no such user
 */
export async function endConnection(
  tx: Transaction,
  { user_id, provider, now }: Ending,
): Promise<StoredConnection | null> {
  if (!(await holdUser(tx, user_id))) return null;
  const ended = await deleteConnection(tx, { user_id, provider });
  if (ended !== null) await setIntegration(tx, { user_id, provider, is_connected: false, now });
  return ended;
}

type ReportDeps = { readonly events: Pick<Events, 'emitAll'> };
type Loss = {
  readonly user_ids: readonly string[];
  readonly provider: Pick<Provider, 'id' | 'title'>;
};

/**
 * Marks connections as lost until their owners connect again, and tells each owner once, however many callers find out. The rows stay,
 * and with them the ids at the platform.
 */
export async function loseConnectionsOf(
  tx: Transaction,
  deps: ReportDeps,
  { user_ids, provider, now }: Loss & { readonly now: Date },
): Promise<void> {
  await holdUsers(tx, user_ids);
  const lost = await markTokensExpired(tx, { user_ids, provider: provider.id }, now);
  if (lost.length === 0) return;
  await setIntegrations(tx, { user_ids: lost, provider: provider.id, is_connected: false, now });
  await notifyOfLoss(tx, deps, { user_ids: lost, provider, reason: 'refused' });
}

export async function notifyOfLoss(
  tx: Transaction,
  { events }: ReportDeps,
  { user_ids, provider, reason }: Loss & Pick<ConnectionLost, 'reason'>,
): Promise<void> {
  const told = { provider: provider.id, provider_title: provider.title, reason };
  await events.emitAll(
    tx,
    connectionLost,
    user_ids.map((user_id) => ({ ...told, occurrence_id: newId(), user_id })),
  );
}
