import { DAY_MS } from './time.ts';

/** Days of the week, from Monday as ISO 8601 has it. */
export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/**
 * Days of the calendar are YYYY-MM-DD, from 0001-01-01 to 9999-12-31, and know no time zone. A plan asks for a day some ten thousand
 * times, which is why none of this goes by way of texts of times.
 *
 * @throws RangeError for what is not written as a day
 */
export function addDays(date: string, days: number): string {
  return written(dayNumber(date) + days);
}

/** How many days later `until` is; negative when it is earlier, NaN where one of them is not written as a day. */
export function daysBetween(from: string, until: string): number {
  return dayNumber(until) - dayNumber(from);
}

export function weekdayOf(date: string): Weekday {
  // Day 0 was a Thursday; days before it have negative numbers.
  return WEEKDAYS[(((dayNumber(date) + 3) % 7) + 7) % 7] ?? 'sunday';
}

/** Whether a text is a day of the calendar: neither a word nor a 31st of February. */
export function isDay(text: string): boolean {
  const number = dayNumber(text);
  return !Number.isNaN(number) && written(number) === text;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
/** Days from the last one before the year 0 to 1970-01-01. */
const EPOCH = 719_528;

/**
 * Days since 1970-01-01; NaN of what is not written as one of 31 days of one of twelve months of a year from 1 on. A 31st of a shorter
 * month is a day of the next. `Date.UTC` would take the years up to 99 for those of the twentieth century.
 */
function dayNumber(date: string): number {
  if (!DAY.test(date)) return Number.NaN;
  const [year, month] = [100 * digitsAt(date, 0) + digitsAt(date, 2), digitsAt(date, 5)];
  const day = digitsAt(date, 8);
  if (day < 1 || day > 31 || year < 1) return Number.NaN;
  // Whose 29th of February is over.
  const last = month > 2 ? year : year - 1;
  const leapDays = Math.floor(last / 4) - Math.floor(last / 100) + Math.floor(last / 400);
  const before = DAYS_BEFORE_MONTH[month - 1] ?? Number.NaN;
  return 365 * year + leapDays + before + day - EPOCH;
}

function digitsAt(date: string, index: number): number {
  return 10 * (date.charCodeAt(index) - ZERO) + date.charCodeAt(index + 1) - ZERO;
}

const ZERO = 48;

function written(number: number): string {
  const day = new Date(number * DAY_MS);
  const year = day.getUTCFullYear();
  if (Number.isNaN(year)) throw new RangeError('What is not written as YYYY-MM-DD is no day to count from.');
  const years = year < 1_000 ? String(year).padStart(4, '0') : year;
  return `${years}-${twoDigits(day.getUTCMonth() + 1)}-${twoDigits(day.getUTCDate())}`;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : `${number}`;
}

export const mondayOfDay = (day: string): string => addDays(day, -WEEKDAYS.indexOf(weekdayOf(day)));
