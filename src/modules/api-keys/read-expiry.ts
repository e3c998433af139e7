import { invalidField } from '../../shared/errors.ts';
import { readDayOrTime } from '../../shared/read-time.ts';

/**
 * An empty or missing text means no expiry.
 * @throws invalidField for a time in the past or an invalid one
 */
export function readExpiry(text: string | null | undefined, now: Date): Date | null {
  if (text === undefined || text === null || text.trim() === '') return null;
  const expires_at = readDayOrTime('expires_at', text);
  if (expires_at <= now) throw invalidField('expires_at', 'must lie in the future');
  return expires_at;
}
