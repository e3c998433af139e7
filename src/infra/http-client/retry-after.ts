import { SECOND_MS } from '../../shared/time.ts';

/** How long another server asks to be left alone (`Retry-After`: seconds or a date); null where it is missing or invalid. A past date is 0. */
export function readRetryAfter(value: string | undefined, now: Date): number | null {
  const said = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(said)) return Number(said) * SECOND_MS;
  if (!/^[A-Za-z]{3,9},? /.test(said)) return null;
  const at = Date.parse(said);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
