import { addDays, type Weekday } from '../../../shared/calendar.ts';
import type { DraftDay } from '../../../training/planning/draft.ts';
import { MAX_WORDS } from '../limits.ts';
import { weekDates } from './day-prefix.ts';
import { type DayRow, weekItems } from './day-rows.ts';
import type { LineFault, LineReason } from './line-fault.ts';
import { checksumOf, type Mark, takeSessionMarks } from './mark.ts';
import type { PlainLine } from './plain-line.ts';
import { type ContentRead, readContent } from './read-line.ts';
import type { WeekText } from './split-weeks.ts';

export type ReadOptions = { readonly start_date: string; readonly unit_system: 'metric' | 'imperial' };

export type DaysRead = {
  /** By weekday from the first of the week; null where it names none. A day off is none. */
  readonly days: readonly DraftDay[] | null;
  /** What else a coach wrote into the week. */
  readonly notes: string;
  readonly faults: readonly LineFault[];
  readonly marks: readonly MarkFound[];
};

/** A mark of a session, and the line that it was found in. */
export type MarkFound = Mark & { readonly line: number; readonly text: string };

/** Lines with faults are no longer looked at when there are so many in a week. */
const MOST_FAULTS = 500;
const LINE_BREAK = '\n';

type Day = DraftDay & { notes?: string };

/** The lines of one week, each of them a day, a note, or a fault. */
export function readDays(week: WeekText, { start_date, unit_system }: ReadOptions): DaysRead {
  const dates = weekDates(addDays(start_date, (week.number - 1) * 7));
  const faults: LineFault[] = [];
  const marks: MarkFound[] = [];
  const days = new Map<Weekday, Day | null>();
  const notes = week.words === '' ? [] : [week.words];
  if (lengthOf(notes) > MAX_WORDS) faults.push({ ...week.heading, reason: 'notes_too_long' });
  let last: readonly Weekday[] = [];
  const fault = (at: Pick<PlainLine, 'line' | 'text'>, reason: LineReason, nearest?: string): void => {
    faults.push({
      number: at.line,
      text: at.text,
      reason,
      ...(nearest === undefined || nearest === '' ? {} : { nearest }),
    });
  };
  const readRow = (row: DayRow): void => {
    const { text, marks: found } = takeSessionMarks(row.content);
    marks.push(...found.map((mark) => ({ ...mark, line: row.line, text: row.text })));
    last = row.days;
    if (row.is_cut) return fault(row, 'line_too_long');
    if (row.days.length === 0) return fault(row, 'date_outside');
    const is_own = found[0]?.checksum === checksumOf(text);
    const read = is_own ? readOwn(text, unit_system) : readContent(text, unit_system);
    if ('reason' in read) return fault(row, read.reason, nearestLine(row, text, read.nearest));
    const taken = row.days.find((day) => days.has(day));
    if (taken !== undefined) return fault(row, 'day_taken');
    const [mark] = found;
    // Several days at once are not the one session that was written.
    const slot = row.days.length === 1 && found.length === 1 ? mark?.slot : undefined;
    const line = { number: row.line, text: row.text };
    for (const day of row.days)
      days.set(
        day,
        'rest' in read
          ? null
          : { day, ...read.workout, line, content: text, ...(slot === undefined ? {} : { slot, is_own }) },
      );
    if ('rest' in read && read.notes !== undefined) notes.push(row.text);
  };
  for (const item of weekItems(week.lines, dates)) {
    if (faults.length >= MOST_FAULTS) break;
    if (item.kind === 'day') readRow(item.row);
    else if (item.kind === 'unclear') {
      const { text, marks: found } = takeSessionMarks(item.line.text);
      marks.push(...found.map((mark) => ({ ...mark, line: item.line.line, text })));
      fault(item.line, item.reason, item.nearest);
    } else {
      const { raw } = item.line;
      const workout = item.of_day && last.length > 0 ? days.get(last.at(-1) ?? 'monday') : null;
      const said = (workout?.notes ?? '').length + raw.length;
      if (raw.length > MAX_WORDS || (workout == null ? lengthOf(notes) + raw.length : said) >= MAX_WORDS)
        fault(item.line, 'notes_too_long');
      else if (workout == null) notes.push(raw);
      else for (const day of last) addNote(days.get(day), raw);
    }
  }
  const inOrder = dates.map(({ weekday }) => days.get(weekday) ?? null);
  return {
    days: days.size === 0 ? null : inOrder.filter((day) => day !== null),
    notes: notes.join(LINE_BREAK),
    faults,
    marks,
  };
}

/** What stands behind the dash of our own lines may be the title of a library's workout, which nobody has to be able to read. */
function readOwn(text: string, unit_system: ReadOptions['unit_system']): ContentRead {
  const read = readContent(text, unit_system);
  const dash = text.search(/\s[-–—]\s/u);
  if (!('reason' in read) || dash === -1) return read;
  const head = readContent(text.slice(0, dash), unit_system);
  return 'workout' in head ? { workout: { ...head.workout, unbuilt: text.slice(dash + 3).trim() } } : head;
}

function addNote(day: Day | null | undefined, note: string): void {
  if (day != null) day.notes = day.notes === undefined ? note : `${day.notes}${LINE_BREAK}${note}`;
}

function lengthOf(notes: readonly string[]): number {
  return notes.reduce((sum, note) => sum + note.length + 1, 0);
}

/** The line with another content, where that is known. */
function nearestLine({ text }: DayRow, content: string, nearest: string | undefined): string | undefined {
  return nearest === undefined ? undefined : text.replace(content, () => nearest);
}
