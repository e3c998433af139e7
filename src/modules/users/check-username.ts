import type { UserActor } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/queryable.ts';
import { isUsernameTaken } from './queries.ts';

/** Whether the caller could change to a user name at this moment: their own one, in whatever spelling, is theirs to have. */
export async function checkUsername(
  deps: { db: Queryable },
  actor: UserActor,
  username: string,
): Promise<{ available: boolean }> {
  return { available: !(await isUsernameTaken(deps.db, actor.user_id, username)) };
}
