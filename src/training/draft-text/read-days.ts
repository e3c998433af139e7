import { addDays, type Weekday } from '../../shared/calendar.ts';
import { MAX_WORDS } from '../plan-input/limits.ts';
import type { DraftDay } from '../planning/draft.ts';
import { weekDates } from '../session-text/day-prefix.ts';
import type { PlainLine } from '../session-text/plain-line.ts';
import type { SessionTextRead } from '../session-text/read-session-text.ts';
import { type DayRow, weekItems } from './day-rows.ts';
import type { LineFault, LineReason } from './line-fault.ts';
import { type Mark, takeSessionMarks } from './mark.ts';
import type { WeekText } from './split-weeks.ts';

export type ReadOptions = { readonly start_date: string; readonly unit_system: 'metric' | 'imperial' };

export type DaysRead = {
  /** By weekday from the first day of the week on; null where the week names no days. Days off are left out. */
  readonly days: readonly DraftDay[] | null;
  readonly notes: string;
  readonly faults: readonly LineFault[];
  readonly marks: readonly MarkFound[];
};

export type MarkFound = Mark & { readonly line: number; readonly text: string };

/** After this many faults in a week its lines are no longer read. */
const MOST_FAULTS = 500;
const LINE_BREAK = '\n';

type Day = DraftDay & { notes?: string };

/** Reads what a line says of its day. Results are kept, since half of the lines of a year repeat another one. */
export type ContentReader = {
  byPerson(content: string): SessionTextRead;
  byProgram(content: string): SessionTextRead;
  checksum(content: string): string;
};

type Reading = {
  readonly reader: ContentReader;
  readonly days: Map<Weekday, Day | null>;
  readonly notes: string[];
  readonly faults: LineFault[];
  readonly marks: MarkFound[];
  last: readonly Weekday[];
};

export function readDays(
  week: WeekText,
  { start_date, reader }: Pick<ReadOptions, 'start_date'> & { readonly reader: ContentReader },
): DaysRead {
  const dates = weekDates(addDays(start_date, (week.number - 1) * 7));
  const notes = week.words === '' ? [] : [week.words];
  const faults: LineFault[] =
    week.words.length > MAX_WORDS ? [{ ...week.heading, reason: 'notes_too_long' }] : [];
  const reading: Reading = { reader, days: new Map(), notes, faults, marks: [], last: [] };
  for (const item of weekItems(week.lines, dates)) {
    if (faults.length >= MOST_FAULTS) break;
    if (item.kind === 'day') readRow(item.row, reading);
    else if (item.kind === 'words') readWords(item.line, item.of_day, reading);
    else {
      takeMarks(item.line.text, item.line, reading);
      addFault(item.line, item.reason, reading, item.nearest);
    }
  }
  const { days, marks } = reading;
  const inOrder = dates.map(({ weekday }) => days.get(weekday) ?? null);
  return {
    days: days.size === 0 ? null : inOrder.filter((day) => day !== null),
    notes: notes.join(LINE_BREAK),
    faults,
    marks,
  };
}

function addFault(
  { line, text }: Pick<PlainLine, 'line' | 'text'>,
  reason: LineReason,
  { faults }: Reading,
  nearest = '',
): void {
  faults.push({ number: line, text, reason, ...(nearest === '' ? {} : { nearest }) });
}

function takeMarks(content: string, { line, text }: Pick<PlainLine, 'line' | 'text'>, { marks }: Reading) {
  const taken = takeSessionMarks(content);
  marks.push(...taken.marks.map((mark) => ({ ...mark, line, text })));
  return taken;
}

function readRow(row: DayRow, reading: Reading): void {
  const { days, reader, notes } = reading;
  const { text, marks } = takeMarks(row.content, row, reading);
  const [mark, ...others] = marks;
  reading.last = row.days;
  const is_own = mark !== undefined && mark.checksum === reader.checksum(text);
  // A line that now names several days is no longer the one workout that the mark stands for.
  const slot = row.days.length === 1 && others.length === 0 ? mark?.slot : undefined;
  const readContent = is_own && slot !== undefined ? reader.byProgram : reader.byPerson;
  const read = is_own ? readOwn(text, readContent) : readContent(text);
  const reason = reasonAgainst(row, days);
  if (reason !== null) addFault(row, reason, reading);
  else if ('reason' in read) addFault(row, read.reason, reading, nearestLine(row, text, read.nearest));
  else if ('rest' in read) {
    for (const day of row.days) days.set(day, null);
    if (read.notes !== undefined) notes.push(row.text);
  } else {
    const said = { ...read.workout, line: { number: row.line, text: row.text }, content: text };
    for (const day of row.days)
      days.set(day, { day, ...said, ...(slot === undefined ? {} : { slot, is_own }) });
  }
}

function reasonAgainst(row: DayRow, days: ReadonlyMap<Weekday, unknown>): LineReason | null {
  if (row.is_cut) return 'line_too_long';
  return row.days.some((day) => days.has(day)) ? 'day_taken' : null;
}

/** Words below a workout are its notes; other words are notes of the week. */
function readWords(line: PlainLine, of_day: boolean, reading: Reading): void {
  const { days, notes, last } = reading;
  const of = of_day ? last.flatMap((day) => days.get(day) ?? []) : [];
  const before = of.length === 0 ? lengthOf(notes) : Math.max(...of.map((day) => day.notes?.length ?? 0));
  const most = of.length === 0 ? MAX_WORDS : MAX_WORDS / 2;
  if (before + line.raw.length >= most) addFault(line, 'notes_too_long', reading);
  else if (of.length === 0) notes.push(line.raw);
  else for (const day of of) addNote(day, line.raw);
}

/** The text after the dash of a generated line may be the title of a library workout, which cannot always be read. */
function readOwn(text: string, readContent: (content: string) => SessionTextRead): SessionTextRead {
  const read = readContent(text);
  const dash = text.search(/\s[-–—]\s/u);
  if (!('reason' in read) || dash === -1) return read;
  const head = readContent(text.slice(0, dash));
  return 'workout' in head ? { workout: { ...head.workout, unbuilt: text.slice(dash + 3).trim() } } : head;
}

function addNote(day: Day, note: string): void {
  day.notes = day.notes === undefined ? note : `${day.notes}${LINE_BREAK}${note}`;
}

function lengthOf(notes: readonly string[]): number {
  return notes.reduce((sum, note) => sum + note.length + 1, 0);
}

function nearestLine({ text }: DayRow, content: string, nearest: string | undefined): string {
  return nearest === undefined ? '' : text.replace(content, () => nearest);
}
