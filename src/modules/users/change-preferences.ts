import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { updatePreferences } from './change-queries.ts';
import { checkPreferences } from './check-preferences.ts';
import { noSuchUser } from './errors.ts';
import type { Preferences } from './user.ts';

/**
 * Changes the caller's own preferences.
 *
 * @returns all of them as they are now
 * @throws AppError validation_error for a time zone that does not exist
 */
export async function changePreferences(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  changes: Partial<Preferences>,
): Promise<Preferences> {
  checkPreferences(changes, '');
  const preferences = await updatePreferences(deps.db, actor.user_id, changes, deps.clock.now());
  // The account was deleted since the access token was checked.
  if (preferences === null) throw noSuchUser();
  return preferences;
}
