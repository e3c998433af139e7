import { addDays } from '../../../shared/calendar.ts';
import { type DayLimits, type DayRange, type DayRequest, dayRange } from '../../../shared/day-range.ts';
import { mondayOf } from '../../../shared/time.ts';

/** A season; and this week with the next. */
export const LIMITS = { most: 100, otherwise: 14 } as const;

/**
 * The days that are asked for: this week and the next where the athlete lives, or as many from `from` on or up to `to`.
 *
 * @throws AppError 400 for a day that no calendar has, a wrong order or too long a range
 */
export function calendarRange(
  { from, to }: DayRequest,
  now: Date,
  timezone: string,
  limits: DayLimits = LIMITS,
): DayRange {
  const check = (first: string, last: string): DayRange =>
    dayRange({ from: first, to: last }, limits, now, timezone);
  if (from !== undefined && to !== undefined) return check(from, to);
  if (to !== undefined) return dayRange({ from, to }, limits, now, timezone);
  const first = from === undefined ? mondayOf(now, timezone).day : check(from, from).from;
  return { from: first, to: addDays(first, limits.otherwise - 1) };
}

/** When a day begins where somebody lives. */
export function beginOf(date: string, timezone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(timezone).epochMilliseconds;
}
