import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { updateUsername } from './change-queries.ts';
import { noSuchUser } from './errors.ts';

/**
 * Changes the caller's user name. Their own name in another spelling is always allowed.
 *
 * @throws AppError conflict when somebody else has it
 */
export async function changeUsername(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  username: string,
): Promise<void> {
  const now = deps.clock.now();
  const isThere = await deps.db.transaction((tx) => updateUsername(tx, actor.user_id, username, now));
  // The account was deleted since the access token was checked.
  if (!isThere) throw noSuchUser();
}
