import { invalidField } from '../../shared/errors.ts';
import { readDayOrTime } from '../../shared/read-time.ts';

/**
 * Blank and missing mean that the key does not expire.
 *
 * @throws invalidField for a time that is past, and for what is none
 */
export function readExpiry(text: string | null | undefined, now: Date): Date | null {
  if (text === undefined || text === null || text.trim() === '') return null;
  const expires_at = readDayOrTime('expires_at', text);
  if (expires_at <= now) throw invalidField('expires_at', 'must lie in the future');
  return expires_at;
}
