import { invalidField } from './errors.ts';

/** The last millisecond of the year 9999, the latest date the APIs accept; the earliest is 0. */
export const MAX_DATE_MS = 253_402_300_799_999;

/** For messages: what the edges of a range have to be. */
export const DATE_MS_IN_WORDS = `must be epoch milliseconds (UTC), a whole number from 0 to ${MAX_DATE_MS}`;

/**
 * @param names of the edges where they are not those of the specification
 * @throws AppError 400 when the range ends before it begins; an open end is fine
 */
export function requireDateOrder(
  start_date_ms: number | null | undefined,
  end_date_ms: number | null | undefined,
  names: { readonly start: string; readonly end: string } = { start: 'start_date', end: 'end_date' },
): void {
  if (start_date_ms == null || end_date_ms == null || start_date_ms <= end_date_ms) return;
  throw invalidField(names.start, `must not be after ${names.end}`);
}
