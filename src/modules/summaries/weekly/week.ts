import { addDays, daysBetween } from '../../../shared/calendar.ts';
import { isTimeZone, mondayOf } from '../../../shared/time.ts';
import { SCORE_DAYS } from '../../../training/runner-score.ts';
import { dayBegins } from '../../activities/index.ts';

/** When on their Monday people hear of the week before: when they get up. */
const DUE_AT = Temporal.PlainTime.from('06:00');

export const WEEK_DAYS = 7;
/** Days that count for a week: those of its score, and of the score of the week before, which it is compared with. */
export const HISTORY_DAYS = SCORE_DAYS + WEEK_DAYS;
/** Weeks before it that a week is compared with. */
export const USUAL_WEEKS = 4;
/** Who has done nothing in so many weeks, that week among them, is not told of it. */
const ACTIVE_WEEKS = 4;

export type Week = {
  readonly stored_zone: string;
  readonly time_zone: string;
  /** Its Monday, YYYY-MM-DD. */
  readonly week_start: string;
  readonly due: Date;
  /** When each day began that counts, and at the end when the week was over: the last seven days are the week. */
  readonly begins: readonly Date[];
};

/** The week before this one in a time zone; null before 6 o'clock on Monday. */
export function weekOver(stored_zone: string, now: Date): Week | null {
  const time_zone = isTimeZone(stored_zone) ? stored_zone : 'UTC';
  const { day } = mondayOf(now, time_zone);
  const monday = Temporal.PlainDate.from(day);
  const due = new Date(monday.toZonedDateTime({ timeZone: time_zone, plainTime: DUE_AT }).epochMilliseconds);
  if (now < due) return null;
  const begins = dayBegins(monday.subtract({ days: HISTORY_DAYS }), HISTORY_DAYS + 1, time_zone);
  return { stored_zone, time_zone, week_start: addDays(day, -WEEK_DAYS), due, begins };
}

const FIRST_MONDAY = '1970-01-05';

/** How many weeks there were before one, by its Monday: by this words take turns, over the ends of years as well. */
export function numberOfWeek(week_start: string): number {
  return daysBetween(FIRST_MONDAY, week_start) / WEEK_DAYS;
}

export function rangeOf({ begins }: Week): { readonly from: Date; readonly until: Date } {
  return { from: beginOf(begins, -1 - WEEK_DAYS), until: beginOf(begins, -1) };
}

export function activeSince({ begins }: Week): Date {
  return beginOf(begins, -1 - ACTIVE_WEEKS * WEEK_DAYS);
}

export function historySince({ begins }: Week): Date {
  return beginOf(begins, 0);
}

/** Which of the days that count an instant lies in, from 0; null outside of them. */
export function placeOf({ begins }: Week, instant_ms: number): number | null {
  let [low, high] = [0, begins.length - 1];
  if (instant_ms < beginOf(begins, low).getTime() || instant_ms >= beginOf(begins, high).getTime())
    return null;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (instant_ms < beginOf(begins, middle).getTime()) high = middle;
    else low = middle;
  }
  return low;
}

/** The day of the calendar that an instant lies in; null outside of those that count. */
export function dayOf(week: Week, instant_ms: number): string | null {
  const place = placeOf(week, instant_ms);
  return place === null ? null : addDays(week.week_start, place - HISTORY_DAYS + WEEK_DAYS);
}

/** The days of races that matter to a week: a run of theirs may be in it or be recovered from, or they may be ahead. */
export function racesAround({ week_start }: Week): { readonly from: string; readonly until: string } {
  return {
    from: addDays(week_start, -RACE_WEEKS_BEFORE * WEEK_DAYS),
    until: addDays(week_start, RACE_DAYS_AHEAD),
  };
}

const RACE_WEEKS_BEFORE = 6;
const RACE_DAYS_AHEAD = 215;

function beginOf(begins: readonly Date[], place: number): Date {
  const begin = begins.at(place);
  if (begin === undefined) throw new Error(`The days that count have no place ${place}.`);
  return begin;
}
