import { invalidField } from '../../shared/errors.ts';
import type { ProfileChanges } from './change-queries.ts';
import { checkPreferences } from './check-preferences.ts';
import { EARLIEST_BIRTH_YEAR } from './user.ts';

/**
 * Checks of a change of a profile what a schema cannot say.
 *
 * @throws AppError validation_error
 */
export function checkProfile(changes: ProfileChanges, now: Date): void {
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
