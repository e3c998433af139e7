import { WEEKDAYS, type Weekday } from '../../shared/calendar.ts';
import { type DayPrefix, dayPrefix, type WeekDates } from '../session-text/day-prefix.ts';
import { distancesIn, durationsIn } from '../session-text/measures-in-text.ts';
import type { PlainLine } from '../session-text/plain-line.ts';
import { dayMeasureIn } from '../session-text/read-measure.ts';
import { isRest, typeIn } from '../session-text/read-type.ts';
import { weekdaysIn } from '../session-text/weekdays-in-text.ts';
import type { LineReason } from './line-fault.ts';
import { takeSessionMarks } from './mark.ts';

export type DayRow = {
  readonly days: readonly Weekday[];
  readonly content: string;
  readonly line: number;
  readonly text: string;
  readonly is_cut: boolean;
};

/** The kinds of lines of a week: days, lines that look like a day but name none, and anything else that a coach writes. */
export type WeekItem =
  | { readonly kind: 'day'; readonly row: DayRow }
  | {
      readonly kind: 'unclear';
      readonly line: PlainLine;
      readonly reason: LineReason;
      readonly nearest?: string;
    }
  /** `of_day` is true where the line stands below a day and describes it further. */
  | { readonly kind: 'words'; readonly line: PlainLine; readonly of_day: boolean };

/** The day of a table row may have this many cells before it, such as a number and a date. */
const CELLS_BEFORE_DAY = 2;
const MOST_CELLS = 20;
const MOST_CONTENT = 1_000;
const MOST_WORDS = 3;

export function* weekItems(lines: readonly PlainLine[], week: WeekDates): Generator<WeekItem> {
  let table: TableLine[] = [];
  let open: Omit<DayRow, 'content'> | null = null;
  let after_day = false;
  for (const line of lines) {
    const { cells, text } = line;
    if (cells !== null) {
      table.push({ ...line, cells });
      continue;
    }
    yield* tableItems(table, week);
    table = [];
    const named = dayOf(line, week);
    if (named !== null) {
      if (open !== null) yield { kind: 'day', row: { ...open, content: '' } };
      const row = { days: named.days, line: line.line, text, is_cut: line.is_cut };
      open = named.rest === '' ? row : null;
      after_day = true;
      if (named.rest !== '') yield { kind: 'day', row: { ...row, content: named.rest } };
      continue;
    }
    const unclear = unclearDay(line, dayPrefix(text, week));
    if (open !== null && (unclear === null || line.indented || unclear.reason === 'day_missing')) {
      yield { kind: 'day', row: { ...open, content: text } };
      open = null;
    } else if (unclear !== null && !(line.indented && after_day)) {
      yield { kind: 'unclear', line, ...unclear };
    } else yield { kind: 'words', line, of_day: after_day && line.level === 0 };
  }
  if (open !== null) yield { kind: 'day', row: { ...open, content: '' } };
  yield* tableItems(table, week);
}

function dayOf(line: PlainLine, week: WeekDates): DayPrefix | null {
  const named = dayPrefix(line.text, week);
  return named !== null && named.days.length > 0 && isDay(line, named) ? named : null;
}

/**
 * Whether a line that names no day of the week is written as if it did. It is reported, so that a misspelt day does not lose a workout.
 */
function unclearDay(
  line: PlainLine,
  named: DayPrefix | null,
): { readonly reason: LineReason; readonly nearest?: string } | null {
  const { text, bullet, bold } = line;
  if (named !== null && named.days.length === 0) return { reason: 'date_outside' };
  const hidden = hiddenDay(line);
  if (hidden !== null) return { reason: 'day_unknown', nearest: hidden };
  const typo = misspeltDay(text);
  const { marks, text: unmarked } = takeSessionMarks(text);
  if (typo !== null) return { reason: 'day_unknown', nearest: typo };
  if (marks.length > 0) return { reason: 'day_unknown' };
  if (!bullet && !bold) return null;
  const measured = dayMeasureIn(unmarked.slice(0, MOST_CONTENT), 'metric');
  const isSession =
    measured !== null && unmarked.search(/\d/u) >= 0 && hasUnit(unmarked) && typeIn(unmarked) !== null;
  return isSession && !ABOUT_A_SESSION.test(unmarked) ? { reason: 'day_missing' } : null;
}

/** Bullets that begin like this describe the workout above them further. */
const ABOUT_A_SESSION =
  /^(?:warm|cool|main|total|note|goal|pace|rest|recover|暖身|熱身|收操|主課|備註|注意|目標|合計|ウォーム|アップ|クール|ダウン|メイン|メモ|注意|目標|合計)/iu;

function hasUnit(text: string): boolean {
  return distancesIn(text).length > 0 || durationsIn(text).length > 0;
}

const LABEL = /^([\p{L}.]{2,12})(\s?\([^)]{0,40}\))?\s?[:=–—-]\s?(?=\S)/u;
/** Matches 週八, 星期零 and 光曜日: they are written like a day that no week has. */
const NO_DAY_OF_ANY_WEEK =
  /^(?:(?:星期|禮拜|[週周])[^\s一二三四五六日天末:：(（]|\p{L}曜日?)\s?(?:[(（][^)）]{0,20}[)）])?\s?[:：]/u;

/** The line with the day that it probably means, as in "Tuseday: easy 8 km"; null where it means none. */
function misspeltDay(text: string): string | null {
  if (NO_DAY_OF_ANY_WEEK.test(text)) return '';
  const [, word = ''] = LABEL.exec(text) ?? [];
  const written = word.replace(/\.$/u, '').toLowerCase();
  if (written.length < 5) return null;
  const most = written.length > 6 ? 2 : 1;
  const near = WEEKDAYS.find((day) => editDistance(written, day) <= most);
  return near === undefined
    ? null
    : `${near.charAt(0).toUpperCase()}${near.slice(1)}${text.slice(word.length)}`;
}

/** Counts letters that were left out, added, exchanged or swapped with their neighbour. Both words are short. */
function editDistance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    rows.push(line);
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (same ? 0 : 1),
        swapped && row > 1 && column > 1 ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(one.length, other.length);
}

/** The rest, from the day on, of a bullet or bold line that has signs or a small word before its day; null for other lines. */
function hiddenDay({ bullet, bold, text }: PlainLine): string | null {
  if (!bullet && !bold) return null;
  const [before = ''] = /^(?:[^\p{L}\p{N}]{1,8}|(?:on|every|each|this|the|next)\s){1,2}/iu.exec(text) ?? [];
  const [named] = before === '' ? [] : weekdaysIn(text.slice(before.length, 60));
  const isHidden =
    named?.from === 0 && /^\s?(?:\([^)]*\)\s?)?:/u.test(text.slice(before.length + named.until));
  return isHidden ? text.slice(before.length) : null;
}

/** "Sunday is when it counts" is not a day; "Sunday easy 8 km" is. */
function isDay({ bullet, level }: PlainLine, { marked, rest }: DayPrefix): boolean {
  if (marked || bullet || level > 0) return true;
  // Some coaches write no more than "Thursday cross-training".
  if (rest.split(' ').length <= MOST_WORDS && (typeIn(rest) !== null || isRest(rest))) return true;
  if (takeSessionMarks(rest).marks.length > 0) return true;
  return typeIn(rest) !== null && dayMeasureIn(rest, 'metric') !== null;
}

type TableLine = PlainLine & { readonly cells: readonly string[] };

/** Reads rows of days, or columns of days where the head names several. Other rows are words. */
function* tableItems(lines: readonly TableLine[], week: WeekDates): Generator<WeekItem> {
  let columns: Columns | null = null;
  for (const line of lines) {
    const header = columnsOf(line.cells, week);
    if (header !== null) {
      if (columns !== null) yield* rowsOf(columns);
      columns = header;
    } else if (columns !== null) fillColumns(columns, line);
    else {
      const row = rowOfCells(line, week);
      yield row === null ? { kind: 'words', line, of_day: false } : { kind: 'day', row };
    }
  }
  if (columns !== null) yield* rowsOf(columns);
}

function rowsOf({ rows }: Columns): WeekItem[] {
  return [...rows.values()].map((row) => ({ kind: 'day', row }));
}

type Columns = { readonly days: readonly (readonly Weekday[])[]; readonly rows: Map<number, DayRow> };

function columnsOf(cells: readonly string[], week: WeekDates): Columns | null {
  const days = cells.slice(0, MOST_CELLS).map((cell) => onlyDays(cell, week));
  return new Set(days.flat()).size >= 2 && days.every(({ length }) => length < 2)
    ? { days, rows: new Map() }
    : null;
}

function onlyDays(cell: string, week: WeekDates): readonly Weekday[] {
  const named = dayPrefix(cell, week);
  return named?.rest === '' ? named.days : [];
}

function fillColumns({ days, rows }: Columns, { line, text, cells, is_cut }: TableLine): void {
  for (const [index, named] of days.entries()) {
    const content = cells[index] ?? '';
    const before = rows.get(index);
    if (named.length === 0) continue;
    if (before === undefined) rows.set(index, { days: named, content: content || '-', line, text, is_cut });
    // Further rows of a column describe the same days.
    else if (content !== '' && before.content.length < MOST_CONTENT)
      rows.set(index, {
        ...before,
        content: before.content === '-' ? content : `${before.content}, ${content}`,
      });
  }
}

function rowOfCells({ line, text, cells, is_cut }: TableLine, week: WeekDates): DayRow | null {
  const near = cells.slice(0, CELLS_BEFORE_DAY + 1);
  const at = near.findIndex((cell) => dayPrefix(cell, week) !== null);
  const named = dayPrefix(near[at] ?? '', week);
  if (named === null) return null;
  const others = cells.slice(at + 1).filter((cell) => onlyDays(cell, week).length === 0);
  const said = [named.rest, ...others].filter((part) => part !== '');
  return { days: named.days, content: said.join(', ') || '-', line, text, is_cut };
}
