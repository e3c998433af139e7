import { DATE_MS_IN_WORDS, MAX_DATE_MS, requireDateOrder } from './date-range.ts';
import { invalidField } from './errors.ts';
import { DAY_MS, parseInstant } from './time.ts';

/*
 * Times that requests give. They lie in the years 1970 to 9999, and a time of day says its offset from UTC. The patterns are
 * sources of regular expressions for schemas. Whether a calendar has the day, the readers below check.
 */

const DAY_PATTERN = '(?:19[7-9][0-9]|[2-9][0-9]{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])';
const CLOCK_PATTERN = '(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,9})?)?';
const OFFSET_PATTERN = '(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])';

export const TIME_PATTERN = `${DAY_PATTERN}T${CLOCK_PATTERN}${OFFSET_PATTERN}`;
export const DAY_OR_TIME_PATTERN = `${DAY_PATTERN}(?:T${CLOCK_PATTERN}${OFFSET_PATTERN})?`;
/** How long such a time can be. */
export const MAX_TIME_CHARS = 35;

const OFFSET_TIME = 'an ISO 8601 time that ends in Z or an offset, such as';
/** What such times have to be, for messages. */
export const TIME_OR_MS_IN_WORDS = `${DATE_MS_IN_WORDS}, or ${OFFSET_TIME} 2026-07-01T06:30:00Z or 2026-07-01T14:30:00+08:00`;
export const DAY_OR_TIME_IN_WORDS = `must be ${OFFSET_TIME} 2026-07-01T06:30:00Z or 2026-07-01T14:30:00+08:00, or a day such as 2026-07-01`;

const TIME = new RegExp(`^${TIME_PATTERN}$`);
const DAY_OR_TIME = new RegExp(`^${DAY_OR_TIME_PATTERN}$`);

/**
 * The epoch milliseconds of a time that a request gives in them or as ISO 8601 with an offset.
 * @throws AppError 400 for an invalid date, and for a time whose offset leads out of the years 1970 to 9999
 */
export function readTimeMs(field: string, given: string | number): number {
  const ms = typeof given === 'number' ? given : readOffsetTime(given)?.getTime();
  if (ms !== undefined && Number.isInteger(ms) && isInYears(ms)) return ms;
  throw invalidField(field, TIME_OR_MS_IN_WORDS);
}

type GivenTime = string | number | null | undefined;

/** The edges of a range of times, in epoch milliseconds. One that is null or missing is undefined: open. @throws AppError 400 */
export function readDateRange(given: { readonly start_date?: GivenTime; readonly end_date?: GivenTime }): {
  readonly start_date_ms: number | undefined;
  readonly end_date_ms: number | undefined;
} {
  const edge = (field: 'start_date' | 'end_date'): number | undefined => {
    const time = given[field];
    return time == null ? undefined : readTimeMs(field, time);
  };
  return { start_date_ms: edge('start_date'), end_date_ms: edge('end_date') };
}

type FromTo = { readonly from?: string | undefined; readonly to?: string | undefined };
type Range = { readonly start_date_ms: number | undefined; readonly end_date_ms: number | undefined };

/**
 * The edges of a range that a request gives as `from` and `to`, both in it, in epoch milliseconds. A day is one of UTC: the range
 * begins as it begins, or ends as it ends.
 *
 * @throws AppError 400, also for a range that ends before it begins
 */
export function readFromTo({ from, to }: FromTo): Range {
  const start_date_ms = from === undefined ? undefined : readDayOrTime('from', from).getTime();
  const end_date_ms = to === undefined ? undefined : endOf('to', to);
  requireDateOrder(start_date_ms, end_date_ms, { start: 'from', end: 'to' });
  return { start_date_ms, end_date_ms };
}

function endOf(field: string, text: string): number {
  const begins_ms = readDayOrTime(field, text).getTime();
  return text.includes('T') ? begins_ms : begins_ms + DAY_MS - 1;
}

/**
 * The same where the specification has `start_date` and `end_date`: of each pair one.
 *
 * @throws AppError 400, also where both of a pair are given
 */
export function readEitherRange(
  given: FromTo & { readonly start_date?: GivenTime; readonly end_date?: GivenTime },
): Range {
  requireOne('from', given.from, 'start_date', given.start_date);
  requireOne('to', given.to, 'end_date', given.end_date);
  const [ours, specified] = [readFromTo(given), readDateRange(given)];
  const start_date_ms = ours.start_date_ms ?? specified.start_date_ms;
  const end_date_ms = ours.end_date_ms ?? specified.end_date_ms;
  requireDateOrder(start_date_ms, end_date_ms, {
    start: given.from === undefined ? 'start_date' : 'from',
    end: given.to === undefined ? 'end_date' : 'to',
  });
  return { start_date_ms, end_date_ms };
}

function requireOne(field: string, value: GivenTime, other: string, other_value: GivenTime): void {
  if (value == null || other_value == null) return;
  throw invalidField(field, `must be left out with ${other}`);
}

/** A time of the years 1970 to 9999 that says its offset from UTC; null for anything else. */
export function readOffsetTime(text: string): Date | null {
  return TIME.test(text) ? inYears(parseInstant(text)) : null;
}

/**
 * A time as ISO 8601 with an offset, or the midnight in UTC with which a day begins.
 *
 * @throws AppError 400 as `readTimeMs`
 */
export function readDayOrTime(field: string, text: string): Date {
  const instant = DAY_OR_TIME.test(text) ? inYears(parseInstant(text)) : null;
  if (instant === null) throw invalidField(field, DAY_OR_TIME_IN_WORDS);
  return instant;
}

function inYears(instant: Date | null): Date | null {
  return instant !== null && isInYears(instant.getTime()) ? instant : null;
}

function isInYears(ms: number): boolean {
  return ms >= 0 && ms <= MAX_DATE_MS;
}
