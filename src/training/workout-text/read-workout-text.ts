import type { Segment, StepKind } from '../planning/plan.ts';
import { CONTROL } from './cue.ts';
import { readHeading, readNote, readRepeat, readSet } from './headings.ts';
import { readStep } from './read-step.ts';
import { type LineFault, MAX_QUOTED, type TextFault } from './text-fault.ts';

/** Limits of one workout; lengths in characters. */
export const MAX_TEXT = 32_000;
export const MAX_LINES = 1_000;
const MAX_TIMES = 100;
const MAX_ON_A_LEVEL = 100;
const MAX_NOTE = 2_000;
/** The most faults in one answer. */
const MAX_FAULTS = 20;

export type ReadWorkout =
  | { readonly segments: readonly Segment[] }
  | { readonly faults: readonly [TextFault, ...TextFault[]] };

type Block = {
  readonly line: number;
  readonly times: number;
  readonly note: string;
  readonly segments: Segment[];
};
/** Sets that were written out; all of them must be alike. */
type Sets = {
  readonly line: number;
  readonly of: number;
  readonly note: string;
  number: number;
  first: Segment[];
  current: Segment[];
};

/** Without this option, a step with both a zone and numbers is refused, since only the zone could be kept. */
type ReadOptions = { readonly takes_numbers_of_zones: boolean };

/** The state of reading: the segments so far, the current part of the workout, an open repeat or sets, and notes for the next segment. */
type Reading = ReadOptions & {
  readonly lines: readonly string[];
  readonly segments: Segment[];
  readonly faults: TextFault[];
  kind: StepKind;
  block: Block | null;
  sets: Sets | null;
  notes: string[];
  notes_line: number;
  begins_paragraph: boolean;
};

/** The segments of a text in the form, or the faults of each line that cannot be kept completely. */
export function readWorkoutText(
  text: string,
  { takes_numbers_of_zones }: ReadOptions = { takes_numbers_of_zones: true },
): ReadWorkout {
  const lines = text.split(/\r\n|\r|\n/u);
  const reading: Reading = {
    takes_numbers_of_zones,
    lines,
    segments: [],
    faults: [],
    kind: 'work',
    block: null,
    sets: null,
    notes: [],
    notes_line: 0,
    begins_paragraph: true,
  };
  if (lines.length > MAX_LINES) refuse(reading, MAX_LINES + 1, { code: 'too_many_lines' });
  else for (const [place, line] of lines.entries()) readLine(reading, line.trim(), place + 1);
  return endOf(reading);
}

function endOf(reading: Reading): ReadWorkout {
  endBlock(reading);
  const { sets, notes, notes_line, segments, faults } = reading;
  if (sets !== null) refuse(reading, sets.line, { code: 'set_order' });
  if (notes.length > 0) refuse(reading, notes_line, { code: 'text_without_step' });
  else if (segments.length === 0 && faults.length === 0) refuse(reading, 1, { code: 'no_step' });
  const [first, ...others] = faults.toSorted((one, other) => one.line - other.line);
  return first === undefined ? { segments } : { faults: [first, ...others] };
}

function refuse({ lines, faults }: Reading, line: number, { code, nearest }: LineFault): void {
  if (faults.length >= MAX_FAULTS) return;
  const written = (lines[line - 1] ?? '').trim();
  const text = [...written.slice(0, 2 * MAX_QUOTED)].slice(0, MAX_QUOTED).join('');
  faults.push({ line, text, code, nearest: nearest ?? null });
}

function readLine(reading: Reading, line: string, number: number): void {
  const { begins_paragraph } = reading;
  reading.begins_paragraph = line === '';
  const [note, set, repeat] = [readNote(line), readSet(line), readRepeat(line)];
  if (line === '') endBlock(reading);
  else if (CONTROL.test(line)) refuse(reading, number, { code: 'control_character' });
  else if (line.startsWith('-')) addStep(reading, line.slice(1), number);
  else if (note !== null) keepNote(reading, note, number);
  else if (/^pool length\b/iu.test(line)) refuse(reading, number, { code: 'pool_length' });
  else if (set !== null) beginSet(reading, set, number);
  else if (repeat !== null) beginBlock(reading, repeat, number);
  else if (begins_paragraph) beginPart(reading, line, number);
  else keepNote(reading, line, number);
}

function addStep(reading: Reading, body: string, line: number): void {
  const { kind: usual, takes_numbers_of_zones } = reading;
  const read = readStep(body, { usual, takes_numbers_of_zones });
  if ('fault' in read) {
    takeNotes(reading);
    refuse(reading, line, read.fault);
    return;
  }
  const { note: own = '', ...rest } = read.segment;
  const note = noteWith(reading, own, line);
  const segment: Segment = note === '' ? rest : { ...rest, note };
  if (reading.block === null) add(reading, segment, line);
  else push(reading, reading.block.segments, segment, line);
}

function beginPart(reading: Reading, words: string, line: number): void {
  const { kind, note } = readHeading(words);
  reading.kind = kind;
  if (note !== '') keepNote(reading, note, line);
}

function beginBlock(
  reading: Reading,
  { label, times }: { readonly label: string; readonly times: number },
  line: number,
): void {
  if (reading.block !== null) {
    refuse(reading, line, { code: 'repeat_nested' });
    return;
  }
  if (times < 1 || times > MAX_TIMES) refuse(reading, line, { code: 'repeat_times' });
  if (label !== '') beginPart(reading, label, line);
  reading.block = { line, times, note: noteWith(reading, '', line), segments: [] };
}

function endBlock(reading: Reading): void {
  if (reading.block === null) return;
  const { line, times, note, segments } = reading.block;
  reading.block = null;
  const whole = { kind: 'repeat', repeat: { times, segments }, ...(note === '' ? {} : { note }) } as const;
  if (segments.length > 0) add(reading, whole, line);
  else if (!reading.faults.some((fault) => fault.line > line)) {
    refuse(reading, line, { code: 'repeat_empty' });
  }
}

function beginSet(
  reading: Reading,
  { number, of }: { readonly number: number; readonly of: number },
  line: number,
): void {
  endBlock(reading);
  reading.kind = 'work';
  const { sets } = reading;
  if (number === 1 && sets === null && of > 1) {
    if (of > MAX_TIMES) refuse(reading, line, { code: 'repeat_times' });
    reading.sets = { line, of, note: noteWith(reading, '', line), number: 1, first: [], current: [] };
    return;
  }
  if (sets === null || of !== sets.of || number !== sets.number + 1) {
    refuse(reading, line, { code: 'set_order' });
    return;
  }
  if (number === 2) sets.first = sets.current;
  if (sets.first.length === 0 || !areAlike(sets.first, sets.current)) {
    reading.sets = null;
    refuse(reading, line, { code: 'sets_differ' });
    return;
  }
  sets.number = number;
  sets.current = [];
}

/** Adds a segment to the workout or the open set. The last set ends where it is as long as the first. */
function add(reading: Reading, segment: Segment, line: number): void {
  const { sets, segments } = reading;
  if (sets === null) {
    push(reading, segments, segment, line);
    return;
  }
  push(reading, sets.current, segment, line);
  const { of: times, first, current, note } = sets;
  if (sets.number < times || current.length < first.length) return;
  reading.sets = null;
  if (!areAlike(first, current)) {
    refuse(reading, line, { code: 'sets_differ' });
    return;
  }
  const repeat = { times, segments: first };
  push(reading, segments, { kind: 'repeat', repeat, ...(note === '' ? {} : { note }) }, line);
}

function push(reading: Reading, level: Segment[], segment: Segment, line: number): void {
  if (level.length === MAX_ON_A_LEVEL) refuse(reading, line, { code: 'too_many_segments' });
  if (level.length <= MAX_ON_A_LEVEL) level.push(segment);
}

function keepNote(reading: Reading, note: string, line: number): void {
  if (reading.notes.length === 0) reading.notes_line = line;
  reading.notes.push(note);
}

function takeNotes(reading: Reading): string {
  const note = reading.notes.join('\n').trim();
  reading.notes = [];
  return note;
}

function noteWith(reading: Reading, own: string, line: number): string {
  const note = [takeNotes(reading), own].filter((part) => part !== '').join('\n');
  if (note.length > MAX_NOTE) refuse(reading, line, { code: 'note_too_long' });
  return note;
}

function areAlike(first: readonly Segment[], other: readonly Segment[]): boolean {
  return JSON.stringify(first) === JSON.stringify(other);
}
