import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { findUser, type User } from '../users/index.ts';
import { invalidAccessToken } from './errors.ts';

export async function readAccount(deps: { db: Database }, actor: UserActor): Promise<User> {
  const user = await findUser(deps.db, actor.user_id);
  if (user === null) throw invalidAccessToken();
  return user;
}
