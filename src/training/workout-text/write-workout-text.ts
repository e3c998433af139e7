import { targetOf } from '../planning/paces.ts';
import { isZoneName, type ZoneName } from '../planning/zone-names.ts';
import { CONTROL, isPlainCue, writeCue } from './cue.ts';
import { isPlainLabel, PARTS } from './headings.ts';
import { distanceText, durationText, paceText } from './measures.ts';
import { NOBODY } from './read-step.ts';
import { MAX_LINES, MAX_TEXT } from './read-workout-text.ts';

/** A segment as the reader of the text may see it; hidden members are absent. */
export type ShownSegment = {
  readonly kind?: string;
  readonly duration_s?: number;
  readonly distance_m?: number;
  readonly target?: ShownTarget;
  readonly repeat?: { readonly times?: number; readonly segments?: readonly ShownSegment[] };
  readonly note?: string;
};
type ShownTarget = {
  readonly type?: string;
  readonly min?: number | null;
  readonly max?: number | null;
  readonly zone?: string | null;
};

type Part = keyof typeof PARTS;
/** The lines so far, and the part of the workout that their last heading began. */
type Draft = { readonly lines: string[]; length: number; part: Part | null };

/**
 * A workout in the text form of intervals.icu, from its segments alone. Null where it cannot be written: a stretch without a length or
 * with two, an empty repeat, or more than the reader of the form accepts.
 */
export function writeWorkoutText(segments: readonly ShownSegment[]): string | null {
  const draft: Draft = { lines: [], length: 0, part: null };
  if (segments.length === 0 || !writeAll(draft, segments, 0)) return null;
  if (draft.lines.at(-1) === '') draft.lines.pop();
  return draft.lines.join('\n');
}

/** @returns whether everything could be written */
function writeAll(draft: Draft, segments: readonly ShownSegment[], depth: number): boolean {
  return segments.every((segment) =>
    segment.repeat === undefined ? writeAlone(draft, segment, depth) : writeRepeat(draft, segment, depth),
  );
}

function add(draft: Draft, ...lines: readonly string[]): boolean {
  draft.lines.push(...lines);
  for (const line of lines) draft.length += line.length + 1;
  return draft.lines.length <= MAX_LINES && draft.length <= MAX_TEXT;
}

function addGap({ lines }: Draft): void {
  if (lines.length > 0 && lines.at(-1) !== '') lines.push('');
}

function writeAlone(draft: Draft, segment: ShownSegment, depth: number): boolean {
  const step = stepOf(segment);
  if (step === null) return false;
  const { kind } = segment;
  const part = depth === 0 && (kind === 'warmup' || kind === 'cooldown') ? kind : 'work';
  const isNew = part !== (draft.part ?? 'work');
  if (isNew || step.notes.length > 0) addGap(draft);
  if (isNew) draft.lines.push(PARTS[part]);
  draft.part = part;
  return add(draft, ...step.notes, step.line);
}

function writeRepeat(draft: Draft, { repeat, note = '' }: ShownSegment, depth: number): boolean {
  const { times, segments: inner = [] } = repeat ?? {};
  if (times === undefined || times < 1 || inner.length === 0) return false;
  if (inner.some((segment) => segment.repeat !== undefined)) {
    return depth === 0 && writeSets(draft, inner, { times, note });
  }
  const steps = inner.map(stepOf);
  if (steps.some((step) => step === null)) return false;
  // A block can have only steps.
  const notes = steps.flatMap((step) => step?.notes ?? []);
  const isLabel = isPlainLabel(note);
  const above = isLabel ? notes : [...noteLines(note), ...notes];
  addGap(draft);
  if (above.length > 0) {
    if (!add(draft, ...above)) return false;
    addGap(draft);
  }
  const label = isLabel ? `${note} ` : (draft.part ?? 'work') === 'work' ? '' : `${PARTS.work} `;
  draft.part = 'work';
  const written = add(draft, `${label}${times}x`, ...steps.map((step) => step?.line ?? ''));
  addGap(draft);
  return written;
}

function writeSets(
  draft: Draft,
  inner: readonly ShownSegment[],
  { times, note }: { readonly times: number; readonly note: string },
): boolean {
  addGap(draft);
  if (note !== '') {
    if (!add(draft, ...noteLines(note))) return false;
    addGap(draft);
  }
  if (times === 1) return writeAll(draft, inner, 1);
  for (let set = 1; set <= times; set += 1) {
    addGap(draft);
    draft.part = 'work';
    if (!add(draft, `Set ${set}/${times}`) || !writeAll(draft, inner, 1)) return false;
  }
  return true;
}

function stepOf(segment: ShownSegment): { readonly notes: readonly string[]; readonly line: string } | null {
  const { kind, duration_s, distance_m, target, note = '' } = segment;
  if ((duration_s === undefined) === (distance_m === undefined)) return null;
  const { head, numbers } = intensityOf(target);
  const isPlain = isPlainCue(note, head !== '');
  let line = '-';
  if (head !== '') line += ` ${head}`;
  if (isPlain && note !== '') line += `${head === '' ? '' : ':'} ${note}`;
  line += ` ${duration_s === undefined ? distanceText(distance_m ?? 0) : durationText(duration_s)}`;
  if (numbers !== '') line += ` ${numbers}`;
  return { notes: isPlain ? [] : noteLines(note), line: line + intensityOption(kind) };
}

function intensityOption(kind: string | undefined): string {
  if (kind === 'recovery') return ' intensity=rest';
  return kind === 'warmup' || kind === 'cooldown' ? ` intensity=${kind}` : '';
}

function noteLines(note: string): string[] {
  const clean = note.replace(new RegExp(CONTROL, 'gu'), ' ');
  return clean
    .trim()
    .split(/\r\n|\r|\n/u)
    .filter((line, _, lines) => line !== '' || lines.length > 1)
    .map((line) => `Note: ${line}`.trimEnd().replace(/(?<=\d\s?[x×])$/iu, '.'));
}

/** The words of a target before the length, and its numbers behind it. */
function intensityOf(target: ShownTarget | undefined): { readonly head: string; readonly numbers: string } {
  const { type, min = null, max = null, zone: name = null } = target ?? {};
  const zone = isZoneName(name) ? name : null;
  const [least, most] = [min ?? max, max ?? min];
  if (least === null || most === null || type === undefined || isUsual(zone, { type, min, max })) {
    return { head: writeCue({ zone, bound: null, effort: null }), numbers: '' };
  }
  const open = min === null ? 'max' : max === null ? 'min' : null;
  if (type === 'pace') {
    const bound = open === null ? null : open === 'max' ? 'no slower than' : 'no faster than';
    const numbers = `${rangeText(paceText(most), paceText(least))}/km Pace`;
    return { head: writeCue({ zone, bound, effort: null }), numbers };
  }
  const bound = open === null ? null : open === 'max' ? 'at most' : 'at least';
  if (type === 'effort') {
    return { head: writeCue({ zone, bound, effort: { min: least, max: most } }), numbers: '' };
  }
  const numbers = type === 'heart_rate' ? `${beats(least, most)}bpm` : '';
  return { head: writeCue({ zone, bound: numbers === '' ? null : bound, effort: null }), numbers };
}

/** Whether the numbers are those as which the zone's name alone is read. */
function isUsual(zone: ZoneName | null, { type, min, max }: Omit<ShownTarget, 'zone'>): boolean {
  if (zone === null || type !== 'effort') return false;
  const usual = targetOf(zone, NOBODY);
  return usual.min === min && usual.max === max;
}

const beats = (least: number, most: number): string =>
  rangeText(String(Math.round(least)), String(Math.round(most)));

const rangeText = (from: string, to: string): string => (from === to ? from : `${from}-${to}`);
