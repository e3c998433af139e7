import type { Actor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { notFound } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import { checkPreferences } from './check-preferences.ts';
import { notYourProfile } from './errors.ts';
import { type ProfileChanges, updateProfile } from './queries.ts';
import { isOwner } from './read-profile.ts';

/**
 * Changes the caller's own profile. Platform admins may read other profiles, not change them.
 *
 * @returns the names of the fields that were changed, in the order given
 * @throws AppError forbidden; validation_error for a time zone that does not exist
 */
export async function changeProfile(
  deps: { db: Database; clock: Clock },
  actor: Actor,
  userId: string,
  changes: ProfileChanges,
): Promise<string[]> {
  if (!isOwner(actor, userId)) throw notYourProfile();
  if (changes.preferences !== undefined) checkPreferences(changes.preferences);
  const fields = Object.keys(changes);
  if (fields.length === 0) return fields;
  if (!(await updateProfile(deps.db, userId, changes, deps.clock.now()))) throw notFound();
  return fields;
}
