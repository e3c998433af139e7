export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** ISO 8601 in UTC with milliseconds and `Z`; null stays null. */
export function isoOrNull(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}

const INSTANT =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:[0-9]{2}))?$/;

/**
 * Reads an ISO 8601 instant: a date and time with `Z` or an offset, or a date alone, which means midnight UTC. Null for
 * anything else, a day that no calendar has (2026-02-30) and an instant before or after the years 0000 to 9999 of UTC
 * included.
 */
export function parseInstant(text: string): Date | null {
  const day = INSTANT.exec(text)?.[1];
  if (day === undefined) return null;
  const midnight = new Date(`${day}T00:00:00Z`);
  const instant = new Date(text);
  if (Number.isNaN(midnight.getTime()) || Number.isNaN(instant.getTime())) return null;
  // An offset can lead out of the years that have four digits; those are written differently, and differ in length.
  if (!/^[0-9]{4}-/.test(instant.toISOString())) return null;
  return midnight.toISOString().startsWith(day) ? instant : null;
}

/** Names that were found good: asking takes as long as a hundred comparisons of times. There are some 600, and spellings of them. */
const GOOD_ZONES = new Set<string>();
const MOST_GOOD_ZONES = 2_000;

/** Whether the runtime knows the IANA time zone name. */
export function isTimeZone(name: string): boolean {
  if (GOOD_ZONES.has(name)) return true;
  try {
    // An offset such as "+09:00" is accepted by Intl but is not a zone name.
    if (!/^[A-Za-z]/.test(name) || !new Intl.DateTimeFormat('en', { timeZone: name })) return false;
  } catch {
    return false;
  }
  if (GOOD_ZONES.size < MOST_GOOD_ZONES) GOOD_ZONES.add(name);
  return true;
}

/** The calendar day (YYYY-MM-DD) that an instant falls on in a time zone, in UTC if the name is of none. */
export function calendarDay(instant: Date, timeZone: string): string {
  return inZone(instant, timeZone).toPlainDate().toString();
}

/** The hour (0-23) that an instant falls into in a time zone, in UTC if the name is of none. */
export function hourOfDay(instant: Date, timeZone: string): number {
  return inZone(instant, timeZone).hour;
}

/** The Monday of the week that an instant lies in, in a time zone or else in UTC: its calendar day, and when it began there. */
export function mondayOf(instant: Date, timeZone: string): { readonly day: string; readonly begins: Date } {
  const today = inZone(instant, timeZone);
  const monday = today.subtract({ days: today.dayOfWeek - 1 }).startOfDay();
  return { day: monday.toPlainDate().toString(), begins: new Date(monday.epochMilliseconds) };
}

function inZone(instant: Date, timeZone: string) {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
}
