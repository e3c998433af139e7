import type { UserActor } from '../../../http/actor.ts';
import { hashToken } from '../../../infra/crypto/tokens.ts';
import type { Database } from '../../../infra/db/database.ts';
import { canonicalPushToken } from '../../../infra/push/index.ts';
import { deleteDevice } from './device-queries.ts';
import { noSuchDevice } from './errors.ts';

/**
 * Ends pushes to a device on which somebody signs out.
 *
 * @throws noSuchDevice for an unknown token and for another person's
 */
export async function removeDevice(
  deps: { db: Database },
  { user_id }: UserActor,
  token: string,
): Promise<void> {
  const token_hash = hashToken(canonicalPushToken(token));
  if (!(await deleteDevice(deps.db, { user_id, token_hash }))) throw noSuchDevice();
}
