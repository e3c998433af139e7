import type { UserActor } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/queryable.ts';
import { isUsernameTaken } from './queries.ts';

/** Whether the caller could take a user name at this moment. Their own name, in whatever spelling, counts as free. */
export async function checkUsername(
  deps: { db: Queryable },
  actor: UserActor,
  username: string,
): Promise<{ available: boolean }> {
  return { available: !(await isUsernameTaken(deps.db, actor.user_id, username)) };
}
