import { type Actor, isPlatformAdmin } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { notFound } from '../../shared/errors.ts';
import { notYourProfile } from './errors.ts';
import { findUser } from './queries.ts';
import type { User } from './user.ts';

/**
 * The whole profile, for its owner and platform admins. Anybody else gets the same answer whether the id exists or not.
 *
 * @throws AppError forbidden; not_found for an admin
 */
export async function readProfile(deps: { db: Database }, actor: Actor, userId: string): Promise<User> {
  if (!isOwner(actor, userId) && !isPlatformAdmin(actor)) throw notYourProfile();
  const user = await findUser(deps.db, userId);
  if (user === null) throw notFound();
  return user;
}

/** UUIDs are stored in lower case, but a request may have capitals. */
export function isOwner(actor: Actor, userId: string): boolean {
  return actor.type === 'user' && actor.user_id === userId.toLowerCase();
}
