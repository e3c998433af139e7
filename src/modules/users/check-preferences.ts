import { invalidField } from '../../shared/errors.ts';
import { isTimeZone } from '../../shared/time.ts';
import type { Preferences } from './user.ts';

/**
 * Checks what the schema of preferences cannot express.
 *
 * @param within the prefix of the preferences' fields in the request: `preferences.`, or empty
 * @throws AppError validation_error
 */
export function checkPreferences(preferences: Partial<Preferences>, within: '' | 'preferences.'): void {
  if (preferences.timezone !== undefined && !isTimeZone(preferences.timezone)) {
    throw invalidField(`${within}timezone`, 'must be an IANA time zone name such as Asia/Taipei');
  }
}
