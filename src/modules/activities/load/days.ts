import { addDays, daysBetween } from '../../../shared/calendar.ts';
import { type DayRequest, dayRange } from '../../../shared/day-range.ts';
import { calendarDay, DAY_MS, isTimeZone } from '../../../shared/time.ts';

/** A leap year; and a season of three months. */
export const LIMITS = { most: 366, otherwise: 90 } as const;

/** The number of earlier days that count into the curve: five times its slow constant, after which 0.7 % of a load is left. */
export const HISTORY_DAYS = 210;

/** Consecutive days in the athlete's time zone. */
export type CurveDays = {
  readonly time_zone: string;
  /** The requested days up to today; earlier ones count but are not shown. */
  readonly shown: readonly string[];
  /** The beginning of each counted day and the end of the last; empty where none is shown. */
  readonly begins: readonly Date[];
};

/** @throws AppError 400 for a day that no calendar has, a wrong order or too long a range */
export function curveDays(request: DayRequest, now: Date, timezone: string): CurveDays {
  const time_zone = isTimeZone(timezone) ? timezone : 'UTC';
  const { from, to } = dayRange(request, LIMITS, now, time_zone);
  const today = calendarDay(now, time_zone);
  const last = to < today ? to : today;
  const count = daysBetween(from, last) + 1;
  if (count < 1) return { time_zone, shown: [], begins: [] };
  const first = Temporal.PlainDate.from(from).subtract({ days: HISTORY_DAYS });
  return {
    time_zone,
    shown: Array.from({ length: count }, (_, index) => addDays(from, index)),
    begins: dayBegins(first, HISTORY_DAYS + count + 1, time_zone),
  };
}

/**
 * When each of a number of days begins in a time zone. Asking takes some 20 µs, so it is asked only where clocks may have
 * changed. Both ends of a skipped day, such as Samoa's, are the same.
 */
export function dayBegins(first: Temporal.PlainDate, count: number, time_zone: string): Date[] {
  const begins: Date[] = [];
  let [begin_ms, changed_ms, changes_ms] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < count; index += 1) {
    // A day after a clock change may begin late, so it is no measure for the next one.
    const isSteady = begin_ms + DAY_MS < changes_ms && begin_ms >= changed_ms + DAY_MS;
    if (isSteady) begin_ms += DAY_MS;
    else {
      const begin = first.add({ days: index }).toZonedDateTime(time_zone);
      begin_ms = begin.epochMilliseconds;
      if (begin_ms >= changes_ms) {
        changed_ms = index === 0 ? begin_ms : changes_ms;
        changes_ms = begin.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
      }
    }
    begins.push(new Date(begin_ms));
  }
  return begins;
}
