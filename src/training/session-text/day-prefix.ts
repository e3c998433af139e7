import { addDays, WEEKDAYS, type Weekday, weekdayOf } from '../../shared/calendar.ts';
import { weekdaysIn } from './weekdays-in-text.ts';

/** The days at the beginning of a line, and the rest of the line; `days` is empty where the date is not of the week. */
export type DayPrefix = {
  readonly days: readonly Weekday[];
  readonly rest: string;
  readonly marked: boolean;
};

/** The dates of the days of a week from its first, as texts name them; computed once for all lines of the week. */
export type WeekDates = readonly {
  readonly weekday: Weekday;
  readonly month: number;
  readonly date: number;
}[];

export function weekDates(first: string): WeekDates {
  return Array.from({ length: 7 }, (_, index) => {
    const day = addDays(first, index);
    return { weekday: weekdayOf(day), month: Number(day.slice(5, 7)), date: Number(day.slice(8)) };
  });
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?';
const DATE = new RegExp(
  `^(?:(\\d{4})[-/.年]\\s?(\\d{1,2})[-/.月]\\s?(\\d{1,2})日?|(\\d{1,2})月\\s?(\\d{1,2})日?|(\\d{1,2})/(\\d{1,2})(?:/\\d{2,4})?(?!\\d)|(\\d{1,2})(?:st|nd|rd|th)?\\.? ${MONTH}(?:,? \\d{4})?(?![a-z])|${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?:,? \\d{4})?(?![\\d:]))`,
  'iu',
);
const DAY_NUMBER = /^(?:day\s?(\d)(?!\d)|第\s?([1-7一二三四五六七])\s?(?:天|日)(?:目)?|([1-7])\s?日目)/iu;
/** Matches 月, 火: … and (月), which are days only where no other word follows directly. */
const KANJI = /^\(?([月火水木金土日])\)?(?=[\s:|,・、)(-]|$)/u;
const BETWEEN = /^\s*(?:[,/&+、・]|and\b|と|和|及|與|跟)\s*$/iu;
const SEPARATORS = /^(?:\s*(?:[:|,、・=]|[-–—→]+(?!\d)))*\s*/u;

/**
 * Reads the days at the beginning of a line: names in any of the languages, several of them, dates and "Day 3". A name takes precedence
 * over a date, since a coach who moves a workout may leave its date unchanged.
 */
export function dayPrefix(text: string, week: WeekDates): DayPrefix | null {
  const start = text.replace(/^[([【\s]+/u, '');
  const dated = dateAt(start, week);
  const afterDate = dated === null ? start : withoutPadding(start.slice(dated.length));
  const named = namesAt(afterDate);
  if (named !== null) {
    const after = afterDate.slice(named.length).replace(/^[\])】.]+/u, '');
    const again = dated === null ? dateAt(withoutPadding(after), week) : null;
    const rest =
      again === null
        ? after
        : withoutPadding(after)
            .slice(again.length)
            .replace(/^[\])】]+/u, '');
    return prefix(named.days, rest, again !== null || dated !== null);
  }
  if (dated === null || (dated.day === null && !dated.certain)) return null;
  return prefix(dated.day === null ? [] : [dated.day], start.slice(dated.length), true);
}

function prefix(days: readonly Weekday[], after: string, dated: boolean): DayPrefix {
  const mark = SEPARATORS.exec(after)?.[0].trim() ?? '';
  const rest = after.slice(SEPARATORS.exec(after)?.[0].length ?? 0).trim();
  // A dash alone means that nothing is done, as in "Wednesday: –".
  if (rest === '' && /[-–—]$/u.test(mark)) return { days, rest: '-', marked: true };
  return { days, rest, marked: dated || mark !== '' || rest === '' || rest.startsWith('(') };
}

function withoutPadding(text: string): string {
  return text.replace(/^[\s,(:[|・-]+/u, '');
}

type Names = { readonly days: readonly Weekday[]; readonly length: number };

function namesAt(text: string): Names | null {
  const kanji = KANJI.exec(text);
  const named = weekdaysIn(text.slice(0, 100));
  const [head] = named;
  if (head === undefined || head.from !== 0) {
    const index = kanji === null ? -1 : '月火水木金土日'.indexOf(kanji[1] ?? '');
    const day = WEEKDAYS[index];
    return day === undefined || kanji === null ? null : { days: [day], length: kanji[0].length };
  }
  let [days, until] = [head.days, head.until];
  for (const next of named.slice(1)) {
    if (!BETWEEN.test(text.slice(until, next.from))) break;
    days = [...days, ...next.days];
    until = next.until;
  }
  return { days, length: until };
}

type Dated = {
  readonly day: Weekday | null;
  readonly length: number;
  readonly certain: boolean;
};

/** A date at the beginning of a text; its day is null where the date lies outside of the week. */
function dateAt(text: string, week: WeekDates): Dated | null {
  const numbered = DAY_NUMBER.exec(text);
  if (numbered !== null) {
    const word = numbered[1] ?? numbered[2] ?? numbered[3] ?? '';
    const number = '一二三四五六七'.indexOf(word) + 1 || Number(word);
    return { day: week[number - 1]?.weekday ?? null, length: numbered[0].length, certain: false };
  }
  const match = DATE.exec(text);
  if (match === null) return null;
  const [whole, , month, date, han_month, han_date, one, other, date_before, name_after, name, date_after] =
    match;
  const monthNamed = MONTHS.indexOf((name_after ?? name ?? '').toLowerCase()) + 1;
  const pairs =
    one === undefined
      ? [[Number(month ?? han_month ?? monthNamed), Number(date ?? han_date ?? date_before ?? date_after)]]
      : // In a date such as 3/4 the month is the number with which the date lies in the week.
        [
          [Number(one), Number(other)],
          [Number(other), Number(one)],
        ];
  const found = pairs.flatMap(([m, d]) => week.filter(({ month, date }) => month === m && date === d));
  return {
    day: found[0]?.weekday ?? null,
    length: whole.length,
    certain: one === undefined,
  };
}
