import { addDays, daysBetween, isDay, WEEKDAYS, weekdayOf } from '../../shared/calendar.ts';
import { plainLines } from '../session-text/plain-line.ts';
import { weekdaysIn } from '../session-text/weekdays-in-text.ts';
import { splitWeeks } from './split-weeks.ts';

/** The dates of the first weeks say when it starts: so many of them, and in so many characters. */
const MOST_DATES = 14;
const MOST_READ = 20_000;
/** Roughly where the first week begins: before it no date is of a day. */
const FIRST_WEEK = /week\s?#?\d|第\s?[\d一二三四五六七八九十]|\d\s?週目/iu;
/** A line as of a day: its date stands near its beginning. */
const DATED_LINE = /^.{0,40}?(?<!\d)\d{4}-\d{2}-\d{2}(?!\d).*$/gmu;
/** "Tuesday (2026-09-15): …", and in the other languages. */
const DATED_DAY = /^(\p{L}{1,12})?\W{0,4}(\d{4}-\d{2}-\d{2})(?!\d)/u;
const DATE = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/u;

type Dated = { readonly week: number; readonly date: string };

/**
 * The first day of a draft by its dates, YYYY-MM-DD: that of its title where the days go by it, else the Monday that they do go by.
 * Null where it has no dates, or none that most of its days go by.
 */
export function draftStart(text: string): string | null {
  return startOf(datesOf(text));
}

/** The first day of a draft, likewise, where most of its days lie in other weeks than if it starts on a day; else null. */
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

/** Of the beginning alone: what follows the first dates costs a hundred times as much to read as they do. */
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
