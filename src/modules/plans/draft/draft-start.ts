import { addDays, daysBetween, WEEKDAYS, weekdayOf } from '../../../shared/calendar.ts';
import { weekdaysIn } from '../words/weekdays-in-text.ts';
import { plainLines } from './plain-line.ts';
import { splitWeeks } from './split-weeks.ts';

/** The dates of the first weeks say when it starts. In characters. */
const MOST_READ = 20_000;
/** "Tuesday (2026-09-15): …", and in the other languages. */
const DATED_DAY = /^(\p{L}{1,12})?\W{0,4}(\d{4}-\d{2}-\d{2})(?!\d)/u;
const DATE = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/u;

type Dated = { readonly week: number; readonly date: string };

/**
 * The first day of a draft by its dates, YYYY-MM-DD: that of its title where the days go by it, else the Monday that they do go by.
 * Null where it has no dates, or none that most of its days go by.
 */
export function draftStart(text: string): string | null {
  const said = text.slice(0, MOST_READ);
  const dated = datedDays(said);
  const [first] = dated;
  if (first === undefined) return null;
  const monday = addDays(first.date, -WEEKDAYS.indexOf(weekdayOf(first.date)) - 7 * (first.week - 1));
  const candidates = [titleDate(said), monday].filter((start) => start !== null);
  return candidates.find((start) => startsOn(dated, start)) ?? null;
}

/** Whether most days of a draft that say a date lie in their week when it starts on a day; true where none says one. */
export function fitsStart(text: string, start_date: string): boolean {
  const said = text.slice(0, MOST_READ);
  const dated = datedDays(said);
  const title = titleDate(said);
  const meant = title !== null && startsOn(dated, title) ? title : start_date;
  return dated.length === 0 || (meant === start_date && startsOn(dated, start_date));
}

function startsOn(dated: readonly Dated[], start: string): boolean {
  const inWeek = dated.filter(({ week, date }) => {
    const days = daysBetween(start, date) - 7 * (week - 1);
    return days >= 0 && days < 7;
  });
  return 2 * inWeek.length > dated.length;
}

function datedDays(text: string): Dated[] {
  return splitWeeks(text).flatMap(({ number, lines }) =>
    lines.flatMap((line) => {
      const [, name, date] = DATED_DAY.exec(line.text) ?? [];
      if (date === undefined || (name !== undefined && weekdaysIn(name).length === 0)) return [];
      return isDate(date) ? [{ week: number, date }] : [];
    }),
  );
}

function titleDate(text: string): string | null {
  for (const { level, text: line } of plainLines(text)) {
    if (level !== 1) return null;
    const date = DATE.exec(line)?.[0];
    return date !== undefined && isDate(date) ? date : null;
  }
  return null;
}

/** Of the years that requests may name, and in the calendar. */
function isDate(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return /^(?:19[7-9]|[2-8]\d\d)\d/.test(date) && new Date(time || 0).toISOString().startsWith(date);
}
