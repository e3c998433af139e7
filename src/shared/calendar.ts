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

/** Days of the calendar are YYYY-MM-DD, from 1970-01-01 to 9999-12-31, and know no time zone. */
export function addDays(date: string, days: number): string {
  return new Date(midnight(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days later `until` is; negative when it is earlier. */
export function daysBetween(from: string, until: string): number {
  return Math.round((midnight(until) - midnight(from)) / DAY_MS);
}

export function weekdayOf(date: string): Weekday {
  // Sunday is day 0 of JavaScript's week and the last one here.
  return WEEKDAYS[(new Date(midnight(date)).getUTCDay() + 6) % 7] ?? 'sunday';
}

function midnight(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}
