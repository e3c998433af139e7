import { addDays, daysBetween, isDay, WEEKDAYS, weekdayOf } from '../../shared/calendar.ts';
import { plainLines } from '../session-text/plain-line.ts';
import { weekdaysIn } from '../session-text/weekdays-in-text.ts';
import { splitWeeks } from './split-weeks.ts';

/** The dates of the first weeks show the start: at most this many dates, within this many characters. */
const MOST_DATES = 14;
const MOST_READ = 20_000;
/** Roughly where the first week begins; dates before it belong to no day. */
const FIRST_WEEK = /week\s?#?\d|第\s?[\d一二三四五六七八九十]|\d\s?週目/iu;
/** A line that looks like a day has its date near its beginning. */
const DATED_LINE = /^.{0,40}?(?<!\d)\d{4}-\d{2}-\d{2}(?!\d).*$/gmu;
/** Matches "Tuesday (2026-09-15): …", and the same in the other languages. */
const DATED_DAY = /^(\p{L}{1,12})?\W{0,4}(\d{4}-\d{2}-\d{2})(?!\d)/u;
const DATE = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/u;

type Dated = { readonly week: number; readonly date: string };

/**
 * The first day of a draft by its dates, YYYY-MM-DD: the date in its title where the days agree with it, else the Monday with which they
 * do agree. Null where the draft has no dates, or where most of its days agree with neither.
 */
export function draftStart(text: string): string | null {
  return startOf(datesOf(text));
}

/** The first day of a draft by its dates where most of its days do not fit the weeks of a plan that starts on `start_date`; else null. */
export function otherStart(text: string, start_date: string): string | null {
  const dates = datesOf(text);
  const start = startOf(dates);
  if (start === null || start === start_date) return null;
  const fits = dates.title !== start && startsOn(dates.days, start_date);
  return fits ? null : start;
}

type Dates = { readonly title: string | null; readonly days: readonly Dated[] };

function startOf({ title, days }: Dates): string | null {
  const [first] = days;
  if (first === undefined) return null;
  const monday = addDays(first.date, -WEEKDAYS.indexOf(weekdayOf(first.date)) - 7 * (first.week - 1));
  const candidates = [title, monday].filter((start) => start !== null);
  return candidates.find((start) => startsOn(days, start)) ?? null;
}

function startsOn(days: readonly Dated[], start: string): boolean {
  const inWeek = days.filter(({ week, date }) => {
    const days = daysBetween(start, date) - 7 * (week - 1);
    return days >= 0 && days < 7;
  });
  return 2 * inWeek.length > days.length;
}

/** Only the beginning is read: the text after the first dates costs a hundred times as much to read as they do. */
function datesOf(text: string): Dates {
  const begin = text.slice(0, MOST_READ);
  const week = Math.max(0, begin.search(FIRST_WEEK));
  const last = [...begin.slice(week).matchAll(DATED_LINE).take(MOST_DATES)].at(-1);
  const said = last === undefined ? begin : begin.slice(0, week + last.index + last[0].length);
  return { title: titleDate(said), days: datedDays(said) };
}

function datedDays(text: string): Dated[] {
  return splitWeeks(text, []).weeks.flatMap(({ number, lines }) =>
    lines.flatMap((line) => {
      const [, name, date] = DATED_DAY.exec(line.text) ?? [];
      if (date === undefined || (name !== undefined && weekdaysIn(name).length === 0)) return [];
      return isNamed(date) ? [{ week: number, date }] : [];
    }),
  );
}

function titleDate(text: string): string | null {
  for (const { level, text: line } of plainLines(text)) {
    if (level !== 1) return null;
    const date = DATE.exec(line)?.[0];
    return date !== undefined && isNamed(date) ? date : null;
  }
  return null;
}

function isNamed(date: string): boolean {
  return date >= '1970' && date < '9000' && isDay(date);
}
