import type { Actor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { notFound } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import { type ProfileChanges, updateProfile } from './change-queries.ts';
import { checkProfile } from './check-profile.ts';
import { notYourProfile } from './errors.ts';
import { isOwner } from './read-profile.ts';

/**
 * Changes the caller's own profile. Platform admins may read other profiles, not change them.
 *
 * @returns the names of the fields that were changed
 * @throws AppError forbidden; validation_error for a time zone that does not exist, or a year that is to come
 */
export async function changeProfile(
  deps: { db: Database; clock: Clock },
  actor: Actor,
  userId: string,
  changes: ProfileChanges,
): Promise<string[]> {
  if (!isOwner(actor, userId)) throw notYourProfile();
  const now = deps.clock.now();
  checkProfile(changes, now);
  const fields = Object.keys(changes);
  if (fields.length === 0) return fields;
  if (!(await updateProfile(deps.db, userId, changes, now))) throw notFound();
  return fields;
}
