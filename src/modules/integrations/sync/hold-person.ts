import type { Transaction } from '../../../infra/db/database.ts';
import { findUser, holdUser, type User } from '../../users/index.ts';
import type { ConnectionKey } from '../connections/credentials-box.ts';
import type { HeldConnection } from './connection.ts';
import { holdConnections } from './queries.ts';

/** Locks an athlete and their connection until the transaction ends; null when either was deleted. */
export async function holdPerson(
  tx: Transaction,
  { user_id, provider }: ConnectionKey,
): Promise<{ user: User; connection: HeldConnection } | null> {
  if (!(await holdUser(tx, user_id))) return null;
  const [connection] = await holdConnections(tx, provider, [user_id]);
  const user = await findUser(tx, user_id);
  return connection === undefined || user === null ? null : { user, connection };
}
