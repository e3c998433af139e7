import { SECOND_MS } from '../../shared/time.ts';

/**
 * How long another server wants to be left alone (`Retry-After`: seconds, or a date); null where it does not say, or nothing that
 * makes sense. A date that has passed is 0.
 */
export function readRetryAfter(value: string | undefined, now: Date): number | null {
  const said = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(said)) return Number(said) * SECOND_MS;
  // Dates begin with a weekday's name; Date.parse alone would take almost anything.
  if (!/^[A-Za-z]{3,9},? /.test(said)) return null;
  const at = Date.parse(said);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
