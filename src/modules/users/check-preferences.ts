import { invalidField } from '../../shared/errors.ts';
import { isTimeZone } from '../../shared/time.ts';
import type { Preferences } from './user.ts';

/**
 * Checks what a schema cannot say.
 *
 * @throws AppError validation_error
 */
export function checkPreferences(preferences: Partial<Preferences>): void {
  if (preferences.timezone !== undefined && !isTimeZone(preferences.timezone)) {
    throw invalidField('preferences.timezone', 'must be an IANA time zone name such as Asia/Taipei');
  }
}
