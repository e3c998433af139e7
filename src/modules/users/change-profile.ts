import type { Actor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { notFound } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import { type ProfileChanges, updateProfile } from './change-queries.ts';
import { checkProfile } from './check-profile.ts';
import { notYourProfile } from './errors.ts';
import { isOwner } from './read-profile.ts';
import { trainingZonesChanged } from './training-zones-changed.ts';

/**
 * Changes the caller's own profile. Platform admins may read other profiles, not change them.
 *
 * @returns the names of the fields that were changed
 * @throws AppError forbidden; validation_error for a time zone that does not exist, or a year that is to come
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
