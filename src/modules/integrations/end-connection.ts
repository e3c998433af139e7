import type { Transaction } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { newId } from '../../shared/ids.ts';
import { holdUser, setIntegration } from '../users/index.ts';
import { connectionLost } from './connection-lost.ts';
import { deleteConnection, markTokenExpired, type StoredConnection } from './connection-queries.ts';
import type { ConnectionKey } from './credentials-box.ts';
import type { Provider } from './provider.ts';

type Ending = ConnectionKey & { readonly now: Date };

/**
 * Ends a connection in the caller's transaction: what was left of its backfill and everybody on their way to connect it go
 * with it; activities stay.
 *
 * @returns what there was; null for nothing, or nobody
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

/**
 * Notes that a connection is of no use until its owner connects again, and tells them: once, however many find out. The row
 * stays, and with it who they are at the platform.
 *
 * @returns whether it was good until now
 */
export async function loseConnection(
  tx: Transaction,
  deps: { readonly events: Pick<Events, 'emit'> },
  { user_id, provider, now }: { user_id: string; provider: Pick<Provider, 'id' | 'title'>; now: Date },
): Promise<boolean> {
  if (!(await holdUser(tx, user_id))) return false;
  if (!(await markTokenExpired(tx, { user_id, provider: provider.id }, now))) return false;
  await setIntegration(tx, { user_id, provider: provider.id, is_connected: false, now });
  await tellOfLoss(tx, deps, { user_id, provider, reason: 'refused' });
  return true;
}

/** Has the owner told, once the transaction has committed. */
export async function tellOfLoss(
  tx: Transaction,
  { events }: { readonly events: Pick<Events, 'emit'> },
  loss: { user_id: string; provider: Pick<Provider, 'id' | 'title'>; reason: 'refused' | 'moved' },
): Promise<void> {
  await events.emit(tx, connectionLost, {
    occurrence_id: newId(),
    user_id: loss.user_id,
    provider: loss.provider.id,
    provider_title: loss.provider.title,
    reason: loss.reason,
  });
}
