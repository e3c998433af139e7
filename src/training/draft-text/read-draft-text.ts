import { onceEach } from '../../shared/once-each.ts';
import { MAX_WORDS } from '../plan-input/limits.ts';
import type { DraftWeek } from '../planning/draft.ts';
import { readSessionText } from '../session-text/read-session-text.ts';
import type { LineFault, WeeksFault } from './line-fault.ts';
import { checksumOf, ownLinesOf } from './mark.ts';
import { type ContentReader, type MarkFound, type ReadOptions, readDays } from './read-days.ts';
import { type DraftText, type PhaseNames, splitWeeks, type WeekText } from './split-weeks.ts';

export type DraftTextRead =
  /** `notes` is what a coach wrote outside of the weeks. */
  | { readonly weeks: readonly DraftWeek[]; readonly notes: string }
  | { readonly weeks_at_fault: readonly WeeksFault[] }
  | { readonly lines_at_fault: readonly LineFault[] };

/** At most this many week numbers in a message, and this many faults of weeks. */
const MOST_NUMBERS = 60;
const MOST_FAULTS = 20;

export type DraftTextOptions = ReadOptions & {
  readonly weeks: number;
  readonly phases: readonly PhaseNames[];
};

/**
 * Reads a draft as a coach edited it, in any of the languages. Each line with content is a heading, a workout, a day off, a note, or a
 * fault, so that nothing is lost. A day has a distance or a time, never both: where a line has both, the distance counts. The time taken
 * is linear in the length of the text.
 *
 * @param options.weeks how many weeks the draft must have
 * @param options.start_date first day of week 1; the days of each week are ordered from its weekday
 * @param options.unit_system the unit of distances without one
 * @param options.phases the names of phases in headings
 */
export function readDraftText(text: string, options: DraftTextOptions): DraftTextRead {
  const found = splitWeeks(text, options.phases);
  const wrong = faultsOfWeeks(found.weeks, options.weeks);
  if (wrong.length > 0) return { weeks_at_fault: wrong.slice(0, MOST_FAULTS) };
  const { start_date, unit_system } = options;
  const reader: ContentReader = {
    byPerson: onceEach((content) => readSessionText(content, unit_system, 'person'), itself),
    byProgram: onceEach((content) => readSessionText(content, unit_system, 'program'), itself),
    checksum: onceEach(checksumOf, itself),
  };
  const read = found.weeks.map((week) => ({ week, read: readDays(week, { start_date, reader }) }));
  const { notes, fault } = notesOutside(found);
  const faults = [
    ...read.flatMap((one) => one.read.faults),
    ...marksTwice(read.flatMap((one) => one.read.marks)),
    ...(fault === null ? [] : [fault]),
    ...(found.unread === null
      ? []
      : [{ number: found.unread.line, text: found.unread.text, reason: 'too_many_lines' as const }]),
  ].sort((one, other) => one.number - other.number);
  if (faults.length > 0) return { lines_at_fault: faults };
  return { weeks: read.map((one) => weekOf(one.week, one.read)), notes };
}

const itself = (content: string): string => content;

function weekOf(week: WeekText, { days, notes }: ReturnType<typeof readDays>): DraftWeek {
  const { number, distance_m, phase, focus, heading, heading_is_own } = week;
  return {
    ...{ number, distance_m, heading, heading_is_own, days },
    ...(phase === null ? {} : { phase }),
    ...(focus === null ? {} : { focus }),
    ...(notes === '' ? {} : { notes }),
  };
}

/** What a coach wrote before the first week, or below a heading that names no week. */
function notesOutside({ others, before }: DraftText): { notes: string; fault: LineFault | null } {
  const isOwn = ownLinesOf(others.slice(0, before).map(({ text }) => text));
  const lines = others.filter(({ text }, index) => index >= before || !isOwn(text));
  const notes = lines.map(({ raw }) => raw).join('\n');
  if (notes.length <= MAX_WORDS) return { notes, fault: null };
  let length = 0;
  const over = lines.find(({ raw }) => {
    length += raw.length + 1;
    return length > MAX_WORDS;
  });
  const { line: number = 0, text = '' } = over ?? {};
  return { notes: '', fault: { number, text, reason: 'notes_too_long' } };
}

/** Each workout may stand once: only the coach knows which of several lines is meant. */
function marksTwice(marks: readonly MarkFound[]): LineFault[] {
  const bySlot = Map.groupBy(marks, ({ slot }) => `${slot.week}.${slot.number}`);
  return [...bySlot.values()].flatMap((same) =>
    same.length < 2
      ? []
      : same.map(({ line, text }) => ({ number: line, text, reason: 'mark_twice' as const })),
  );
}

function faultsOfWeeks(found: readonly WeekText[], weeks: number): WeeksFault[] {
  if (found.length === 0) return [{ code: 'draft_without_weeks', values: { weeks } }];
  const numbers = found.map(({ number }) => number);
  const known = new Set(numbers);
  const wanted = Array.from({ length: weeks }, (_, index) => index + 1);
  const missing = wanted.filter((number) => !known.has(number));
  const unknown = [...known].filter((number) => number < 1 || number > weeks);
  const repeated = [...known].filter((number) => numbers.indexOf(number) !== numbers.lastIndexOf(number));
  const firsts = [...known];
  const at = firsts.findIndex((number, place) => number < (firsts[place - 1] ?? 0));
  const faults: WeeksFault[] = repeated.map((week) => ({ code: 'draft_week_repeated', values: { week } }));
  if (missing.length > 0 || unknown.length > 0) {
    const values = { weeks, missing: listOf(missing), unknown: listOf(unknown) };
    faults.unshift({ code: 'draft_weeks_differ', values });
  }
  if (at !== -1) {
    const values = { week: firsts[at] ?? 0, after: firsts[at - 1] ?? 0 };
    faults.push({ code: 'draft_weeks_out_of_order', values });
  }
  return faults;
}

function listOf(numbers: readonly number[]): string {
  const shown = numbers.slice(0, MOST_NUMBERS).join(', ');
  return numbers.length > MOST_NUMBERS ? `${shown}, …` : shown;
}
