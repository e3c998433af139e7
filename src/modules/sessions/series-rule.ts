import { addDays, daysBetween, WEEKDAYS, type Weekday, weekdayOf } from '../../shared/calendar.ts';

/** A year of daily occurrences. Each has a row, so that it can be moved, cancelled and answered individually. */
export const MAX_OCCURRENCES = 366;

/** These weekdays, every `interval_weeks` weeks, up to a day or for a number of occurrences. */
export type SeriesRule = {
  readonly weekdays: readonly Weekday[];
  readonly interval_weeks: number;
  readonly until: string | null;
  readonly occurrences: number | null;
};

const DAYS_A_WEEK = 7;

/**
 * The days of a rule from its first day on, in order. It gives at most one more than `MAX_OCCURRENCES`, so that the caller sees when
 * there are too many. Weeks begin on Monday.
 */
export function daysOfRule(rule: SeriesRule, first: string): string[] {
  const days: string[] = [];
  const wanted = Math.min(rule.occurrences ?? MAX_OCCURRENCES + 1, MAX_OCCURRENCES + 1);
  const offsets = WEEKDAYS.flatMap((weekday, place) => (rule.weekdays.includes(weekday) ? [place] : []));
  const monday = addDays(first, -WEEKDAYS.indexOf(weekdayOf(first)));
  for (let week = 0; days.length < wanted; week += rule.interval_weeks) {
    for (const offset of offsets) {
      const day = addDays(monday, week * DAYS_A_WEEK + offset);
      if (daysBetween(first, day) < 0) continue;
      if (rule.until !== null && daysBetween(day, rule.until) < 0) return days;
      if (days.length < wanted) days.push(day);
    }
  }
  return days;
}

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;

/**
 * The instant of a date and time of day in a zone; null for text that is none. A time that a clock change skips is moved later by the
 * size of the jump; of a time that occurs twice, the first is taken.
 */
export function instantOf(local: string, timezone: string): Date | null {
  if (!LOCAL.test(local)) return null;
  try {
    const time = Temporal.PlainDateTime.from(local, { overflow: 'reject' });
    return new Date(time.toZonedDateTime(timezone, { disambiguation: 'compatible' }).epochMilliseconds);
  } catch {
    return null;
  }
}

export function localOf(instant: Date, timezone: string): { readonly date: string; readonly time: string } {
  const local = Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime();
  return {
    date: local.toPlainDate().toString(),
    time: local.toPlainTime().toString({ smallestUnit: 'second' }),
  };
}
