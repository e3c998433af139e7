import { addDays } from '../../format.ts';

/** A line of a draft as far as the editor has to know it: what it says is the server's to read. */
export type DraftLine = {
  readonly text: string;
  readonly kind: 'title' | 'week' | 'day' | 'introduction' | 'words' | 'empty';
  /** The week that it stands in, from 1; null before the first. */
  readonly week: number | null;
  /** The day that it is about, where it names one. */
  readonly date: string | null;
};

const WEEK = /^\s*#{1,6}\s*(?:week\s?#?(\d{1,2})|第\s?(\d{1,2})\s?[週周]目?|(\d{1,2})\s?週目)/iu;
const BEFORE_DAY = /^[\s>]*(?:[-*+•]\s+)?(?:\*\*|__)?/u;
const DATE = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/u;
/** What a draft puts at the end of its own lines, by which they are known again. */
const MARK = /\s*\[\d{1,2}(?:\.\d{1,2})?-[0-9a-z]{4,}\]\s*$/iu;
/** A Monday, to take the names of days from. */
const A_MONDAY = '2024-01-01';
const LOCALES = ['en-GB', 'zh-TW', 'ja-JP'] as const;

/** The names of days from Monday, a list of each language and form, so that a day can be named in the manner of another. */
const NAMES: readonly (readonly string[])[] = [
  ...LOCALES.flatMap((locale) =>
    (['long', 'short'] as const).map((weekday) => {
      const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' });
      return Array.from({ length: 7 }, (_, day) =>
        format.format(new Date(`${addDays(A_MONDAY, day)}T00:00Z`)),
      );
    }),
  ),
  ...['禮拜', '周'].map((prefix) => [...'一二三四五六日'].map((day) => prefix + day)),
];

type NamedDay = { readonly name: string; readonly names: readonly string[]; readonly weekday: number };

/** The name of a day at the beginning of a line, the longest that fits. */
function dayIn(text: string): NamedDay | null {
  const said = text.replace(BEFORE_DAY, '').toLocaleLowerCase();
  const found = NAMES.flatMap((names) =>
    names.flatMap((name, weekday) => {
      const rest = said.startsWith(name.toLocaleLowerCase()) ? said.slice(name.length) : null;
      return rest === null || /^[\p{L}\d]/u.test(rest) ? [] : [{ name, names, weekday }];
    }),
  );
  return found.toSorted((one, other) => other.name.length - one.name.length)[0] ?? null;
}

function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** The lines of a draft, with the week and the day of each. Where the first day is not known, days are told by their dates alone. */
export function readLines(text: string, start_date: string | null): readonly DraftLine[] {
  let week: number | null = null;
  return text.split('\n').map((line): DraftLine => {
    const match = WEEK.exec(line);
    if (match !== null) {
      week = Number(match[1] ?? match[2] ?? match[3]);
      return { text: line, kind: 'week', week, date: null };
    }
    if (line.trim() === '') return { text: line, kind: 'empty', week, date: null };
    if (week === null)
      return { text: line, kind: line.startsWith('#') ? 'title' : 'introduction', week, date: null };
    const date = dateOf(line, start_date === null ? null : addDays(start_date, 7 * (week - 1)));
    return { text: line, kind: date === null ? 'words' : 'day', week, date };
  });
}

function dateOf(line: string, first: string | null): string | null {
  const named = dayIn(line);
  const written = DATE.exec(line.slice(0, 60))?.[0] ?? null;
  if (named === null) return written;
  if (first === null) return written;
  return addDays(first, (named.weekday - weekdayOf(first) + 7) % 7);
}

/** What a line says, without what stands for it at its end. */
export const withoutMark = (line: string): string => line.replace(MARK, '');
const markOf = (line: string): string => MARK.exec(line)?.[0] ?? '';

/** The line of a day. */
export function lineOfDay(lines: readonly DraftLine[], date: string): number | null {
  const index = lines.findIndex((line) => line.kind === 'day' && line.date === date);
  return index === -1 ? null : index;
}

/** Where a line begins in the text. */
export function startOfLine(text: string, index: number): number {
  let at = 0;
  for (let line = 0; line < index; line += 1) at = text.indexOf('\n', at) + 1;
  return at;
}

/** In which line of a text a place is, from 0. */
export function lineAt(text: string, place: number): number {
  let line = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < place; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

export type Moved = { readonly text: string; readonly line: number };

/**
 * A day with all that stands below it, a day earlier or later: it trades places with what is there. Marks move with their lines, so
 * that each is still the very session. Null where there is no day to move, or none to move it to.
 */
export function moveDay(text: string, index: number, by: 1 | -1, start_date: string): Moved | null {
  const lines = readLines(text, start_date);
  const from = blockAt(lines, index);
  const date = from === null ? null : (lines[from.from]?.date ?? null);
  if (from === null || date === null) return null;
  const to = addDays(date, by);
  const week = weekOf(start_date, to);
  const isThere = lines.some((line) => line.kind === 'week' && line.week === week);
  if (to < start_date || !isThere) return null;
  const own = relabelled(lines.slice(from.from, from.until), to);
  const other = lineOfDay(lines, to);
  const texts = lines.map((line) => line.text);
  if (other !== null) {
    const there = blockAt(lines, other);
    if (there === null) return null;
    const theirs = relabelled(lines.slice(there.from, there.until), date);
    const [first, second] = from.from < there.from ? [from, there] : [there, from];
    const [inFirst, inSecond] = from.from < there.from ? [theirs, own] : [own, theirs];
    const after = [
      ...texts.slice(0, first.from),
      ...inFirst,
      ...texts.slice(first.until, second.from),
      ...inSecond,
      ...texts.slice(second.until),
    ];
    const line =
      from.from < there.from ? second.from + inFirst.length - (first.until - first.from) : first.from;
    return { text: after.join('\n'), line };
  }
  const rest = [...texts.slice(0, from.from), ...texts.slice(from.until)];
  if (week === lines[from.from]?.week) {
    return {
      text: [...rest.slice(0, from.from), ...own, ...rest.slice(from.from)].join('\n'),
      line: from.from,
    };
  }
  const at = placeInWeek(readLines(rest.join('\n'), start_date), week, to);
  return { text: [...rest.slice(0, at), ...own, ...rest.slice(at)].join('\n'), line: at };
}

type Block = { readonly from: number; readonly until: number };

/** The day that a line belongs to, with the lines below it that say more of it. */
function blockAt(lines: readonly DraftLine[], index: number): Block | null {
  let from = index;
  while (from >= 0 && lines[from]?.kind === 'words') from -= 1;
  if (lines[from]?.kind !== 'day') return null;
  let until = from + 1;
  while (lines[until]?.kind === 'words') until += 1;
  return { from, until };
}

/** The lines of a day as those of another: its name and its date are written anew, in the manner in which they stand there. */
function relabelled(block: readonly DraftLine[], date: string): readonly string[] {
  const [first, ...below] = block.map(({ text }) => text);
  if (first === undefined) return [];
  const named = dayIn(first);
  const before = BEFORE_DAY.exec(first)?.[0].length ?? 0;
  const dated = first.replace(DATE, date);
  if (named === null) return [dated, ...below];
  const name = named.names[weekdayOf(date)] ?? named.name;
  return [dated.slice(0, before) + name + dated.slice(before + named.name.length), ...below];
}

const DAY_MS = 86_400_000;

function weekOf(start_date: string, date: string): number {
  return Math.floor((Date.parse(date) - Date.parse(start_date)) / DAY_MS / 7) + 1;
}

/** Before which line a day stands in its week. */
function placeInWeek(lines: readonly DraftLine[], week: number, date: string): number {
  const later = lines.findIndex(
    (line) => line.week === week && line.kind === 'day' && (line.date ?? '') > date,
  );
  if (later !== -1) return later;
  const last = lines.findLastIndex((line) => line.week === week && line.kind !== 'empty');
  return last + 1;
}

/** How many days each week of a draft names, by its number. */
export function daysOfWeeks(lines: readonly DraftLine[]): ReadonlyMap<number, number> {
  const days = new Map<number, number>();
  for (const { week, kind } of lines)
    if (week !== null) days.set(week, (days.get(week) ?? 0) + (kind === 'day' ? 1 : 0));
  return days;
}

/** A line in whose place another one stands; its bullet and its mark stay. */
export function replaceLine(text: string, index: number, by: string): string {
  const lines = text.split('\n');
  const before = lines[index] ?? '';
  const bullet = /^[\s>]*(?:[-*+•]\s+)?/u.exec(before)?.[0] ?? '';
  const mark = markOf(by) === '' ? markOf(before) : '';
  return lines.with(index, bullet + by.replace(/^[-*+•]\s+/u, '') + mark).join('\n');
}
