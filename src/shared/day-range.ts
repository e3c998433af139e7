import { invalidField } from './errors.ts';
import { calendarDay } from './time.ts';

export type DayRequest = { readonly from: string | undefined; readonly to: string | undefined };
export type DayRange = { readonly from: string; readonly to: string };
export type DayLimits = { readonly most: number; readonly otherwise: number };

/**
 * The days that are asked for: without an end today, or as far as may be; without a beginning the last days up to the
 * end.
 * @throws AppError 400 for an invalid date, a wrong order or too long a range
 */
export function dayRange(
  request: DayRequest,
  { most, otherwise }: DayLimits,
  now: Date,
  timezone: string,
): DayRange {
  const today = Temporal.PlainDate.from(calendarDay(now, timezone));
  const from = request.from === undefined ? undefined : readDay(request.from, 'from');
  const to = request.to === undefined ? lastDay(from, today, most) : readDay(request.to, 'to');
  const first = from ?? earliest(to.subtract({ days: otherwise - 1 }));
  if (Temporal.PlainDate.compare(first, to) > 0) throw invalidField('from', 'must not be after to');
  if (first.until(to).days >= most) {
    throw invalidField('from', `must be at most ${most} days before to, to itself counted`);
  }
  return { from: first.toString(), to: to.toString() };
}

type PlainDate = Temporal.PlainDate;

function readDay(text: string, name: string): PlainDate {
  try {
    const day = Temporal.PlainDate.from(text, { overflow: 'reject' });
    if (day.year > 0) return day;
  } catch {
    // Said below.
  }
  throw invalidField(name, 'is no day of any calendar');
}

function lastDay(from: PlainDate | undefined, today: PlainDate, days: number): PlainDate {
  if (from === undefined) return today;
  if (Temporal.PlainDate.compare(from, today) > 0) return from;
  const most = from.add({ days: days - 1 });
  return Temporal.PlainDate.compare(most, today) > 0 ? today : most;
}

/** The database counts years from 1 on. */
function earliest(day: PlainDate): PlainDate {
  return day.year > 0 ? day : Temporal.PlainDate.from('0001-01-01');
}
