import type { Weekday } from '../../../shared/calendar.ts';
import { weekdaysIn } from '../words/weekdays-in-text.ts';
import { type DayPrefix, dayPrefix, type WeekDates } from './day-prefix.ts';
import type { PlainLine } from './plain-line.ts';
import { dayMeasureIn } from './read-measure.ts';
import { isRest, typeIn } from './read-type.ts';

/** What a week says of a day, or of several at once. */
export type DayRow = {
  readonly days: readonly Weekday[];
  readonly content: string;
  /** Where it stands, and the line itself. */
  readonly line: number;
  readonly text: string;
};

/** A day may stand in a cell this far to the right: behind its number and its date. */
const CELLS_BEFORE_DAY = 2;
/** No table of a week is wider, and no day of it is told at greater length. */
const MOST_CELLS = 20;
const MOST_CONTENT = 1_000;
const MOST_WORDS = 3;

/** The days among the lines of a week: bullets, headings with a line below, and tables of either direction. */
export function* dayRows(lines: readonly PlainLine[], week: WeekDates): Generator<DayRow> {
  let table: TableLine[] = [];
  let open: Omit<DayRow, 'content'> | null = null;
  for (const line of lines) {
    const { cells, text } = line;
    if (cells !== null) {
      table.push({ ...line, cells });
      continue;
    }
    yield* tableRows(table, week);
    table = [];
    const named = dayPrefix(text, week);
    if (named !== null && isDay(line, named)) {
      if (open !== null) yield { ...open, content: '' };
      const row = { days: named.days, line: line.line, text };
      open = named.rest === '' ? row : null;
      if (named.rest !== '') yield { ...row, content: named.rest };
    } else if (isHiddenDay(line)) {
      yield { days: [], content: '', line: line.line, text };
    } else if (open !== null) {
      yield { ...open, content: text };
      open = null;
    }
  }
  if (open !== null) yield { ...open, content: '' };
  yield* tableRows(table, week);
}

/** A bullet or bold line as of a day, with signs or a small word before it: nobody is to lose a day to them. */
function isHiddenDay({ bullet, bold, text }: PlainLine): boolean {
  if (!bullet && !bold) return false;
  const [before = ''] = /^(?:[^\p{L}\p{N}]{1,8}|(?:on|every|each|this|the|next)\s){1,2}/iu.exec(text) ?? [];
  const [named] = before === '' ? [] : weekdaysIn(text.slice(before.length, 60));
  return named?.from === 0 && /^\s?(?:\([^)]*\)\s?)?:/u.test(text.slice(before.length + named.until));
}

/** "Sunday is when it counts" is no day; "Sunday easy 8 km" is. */
function isDay({ bullet, level }: PlainLine, { marked, rest }: DayPrefix): boolean {
  if (marked || bullet || level > 0) return true;
  // "Thursday cross-training" is all that some say.
  if (rest.split(' ').length <= MOST_WORDS && (typeIn(rest) !== null || isRest(rest))) return true;
  const { distance_m, duration_s } = dayMeasureIn(rest, 'metric');
  return typeIn(rest) !== null && (distance_m !== null || duration_s !== null);
}

type TableLine = PlainLine & { readonly cells: readonly string[] };

/** Rows of days, or columns of days where the head names several. */
function* tableRows(lines: readonly TableLine[], week: WeekDates): Generator<DayRow> {
  let columns: Columns | null = null;
  for (const line of lines) {
    const header = columnsOf(line.cells, week);
    if (header !== null) {
      if (columns !== null) yield* columns.rows.values();
      columns = header;
    } else if (columns !== null) fillColumns(columns, line);
    else yield* rowOfCells(line, week);
  }
  if (columns !== null) yield* columns.rows.values();
}

type Columns = { readonly days: readonly (readonly Weekday[])[]; readonly rows: Map<number, DayRow> };

function columnsOf(cells: readonly string[], week: WeekDates): Columns | null {
  const days = cells.slice(0, MOST_CELLS).map((cell) => onlyDays(cell, week));
  return new Set(days.flat()).size >= 2 && days.every(({ length }) => length < 2)
    ? { days, rows: new Map() }
    : null;
}

/** The days of a cell that says nothing else. */
function onlyDays(cell: string, week: WeekDates): readonly Weekday[] {
  const named = dayPrefix(cell, week);
  return named?.rest === '' ? named.days : [];
}

function fillColumns({ days, rows }: Columns, { line, text, cells }: TableLine): void {
  for (const [index, named] of days.entries()) {
    const content = cells[index] ?? '';
    const before = rows.get(index);
    if (named.length === 0) continue;
    if (before === undefined) rows.set(index, { days: named, content: content || '-', line, text });
    // Rows below a first one that is empty or full say more of the same days.
    else if (content !== '' && before.content.length < MOST_CONTENT)
      rows.set(index, {
        ...before,
        content: before.content === '-' ? content : `${before.content}, ${content}`,
      });
  }
}

function* rowOfCells({ line, text, cells }: TableLine, week: WeekDates): Generator<DayRow> {
  const near = cells.slice(0, CELLS_BEFORE_DAY + 1);
  const at = near.findIndex((cell) => dayPrefix(cell, week) !== null);
  const named = dayPrefix(near[at] ?? '', week);
  if (named === null) return;
  const others = cells.slice(at + 1).filter((cell) => onlyDays(cell, week).length === 0);
  const said = [named.rest, ...others].filter((part) => part !== '');
  yield { days: named.days, content: said.join(', ') || '-', line, text };
}
