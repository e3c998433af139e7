import type { Database } from '../../infra/db/database.ts';
import { noSuchUser } from './errors.ts';
import { findActiveUser } from './queries.ts';
import type { User } from './user.ts';

/**
 * A user whom others may see, before the ceiling is applied. For others, users without an active account do not exist.
 *
 * @throws AppError not_found
 */
export async function readPublicProfile(deps: { db: Database }, userId: string): Promise<User> {
  const user = await findActiveUser(deps.db, userId);
  if (user === null) throw noSuchUser();
  return user;
}
