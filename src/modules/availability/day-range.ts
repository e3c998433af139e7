import { addDays } from '../../shared/calendar.ts';
import { type DayRange, type DayRequest, dayRange } from '../../shared/day-range.ts';
import { dayWhere } from '../users/index.ts';
import { LIMITS } from './contract.ts';

/**
 * The days that are asked for: those to come unless somebody says otherwise.
 *
 * @throws AppError 400 for a day that no calendar has, a wrong order or too long a range
 */
export function daysAsked({ from, to }: DayRequest, now: Date, timezone: string): DayRange {
  if (to !== undefined) return dayRange({ from, to }, LIMITS, now, timezone);
  const first =
    from === undefined ? dayWhere(now, timezone) : dayRange({ from, to: from }, LIMITS, now, timezone).from;
  const last = addDays('9999-12-31', 1 - LIMITS.otherwise);
  return { from: first, to: first > last ? '9999-12-31' : addDays(first, LIMITS.otherwise - 1) };
}
