import { invalidField } from '../../shared/errors.ts';
import { isTimeZone } from '../../shared/time.ts';
import type { Preferences } from './user.ts';

/**
 * Checks what a schema cannot say.
 *
 * @param within how the request names what the preferences lie in: `preferences.`, or nothing
 * @throws AppError validation_error
 */
export function checkPreferences(preferences: Partial<Preferences>, within: '' | 'preferences.'): void {
  if (preferences.timezone !== undefined && !isTimeZone(preferences.timezone)) {
    throw invalidField(`${within}timezone`, 'must be an IANA time zone name such as Asia/Taipei');
  }
}
