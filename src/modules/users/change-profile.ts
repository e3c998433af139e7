import type { Actor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { invalidField, notFound } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import { type ProfileChanges, updateProfile } from './change-queries.ts';
import { checkPreferences } from './check-preferences.ts';
import { notYourProfile } from './errors.ts';
import { isOwner } from './read-profile.ts';
import { trainingZonesChanged } from './training-zones-changed.ts';
import { EARLIEST_BIRTH_YEAR } from './user.ts';

/**
 * Changes the caller's own profile. Platform admins may read other profiles, but not change them.
 *
 * @returns the names of the fields that were changed
 * @throws AppError forbidden; validation_error for an unknown time zone, or a year in the future
 */
export async function changeProfile(
  deps: { db: Database; clock: Clock; events: Pick<Events, 'emit'> },
  actor: Actor,
  userId: string,
  changes: ProfileChanges,
): Promise<string[]> {
  if (!isOwner(actor, userId)) throw notYourProfile();
  const now = deps.clock.now();
  checkProfile(changes, now);
  const fields = Object.keys(changes);
  if (fields.length === 0) return fields;
  await deps.db.transaction(async (tx) => {
    if (!(await updateProfile(tx, userId, changes, now))) throw notFound();
    if (changes.zones === undefined && changes.gender === undefined) return;
    await deps.events.emit(tx, trainingZonesChanged, { user_id: userId });
  });
  return fields;
}

/**
 * Checks what the schema of a profile change cannot express.
 *
 * @throws AppError validation_error
 */
function checkProfile(changes: ProfileChanges, now: Date): void {
  const { preferences, birth_year, next_race, subscription } = changes;
  if (preferences !== undefined) checkPreferences(preferences, 'preferences.');
  const thisYear = now.getUTCFullYear();
  if (birth_year != null && birth_year > thisYear) {
    throw invalidField('birth_year', `must be a year from ${EARLIEST_BIRTH_YEAR} to ${thisYear}`);
  }
  if (next_race != null) requireWords('next_race.name', next_race.name);
  if (subscription?.tier !== undefined) requireWords('subscription.tier', subscription.tier);
}

function requireWords(path: string, text: string): void {
  if (text.trim() === '') throw invalidField(path, 'must not be blank');
}
