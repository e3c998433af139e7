import type { Database } from '../../infra/db/database.ts';
import { noSuchUser } from './errors.ts';
import { findActiveUser } from './queries.ts';
import type { User } from './user.ts';

/**
 * Somebody as others may see them, once through the ceiling. Whoever is not active does not exist for others.
 *
 * @throws AppError not_found
 */
export async function readPublicProfile(deps: { db: Database }, userId: string): Promise<User> {
  const user = await findActiveUser(deps.db, userId);
  if (user === null) throw noSuchUser();
  return user;
}
