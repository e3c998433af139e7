import { faultsOfWeight } from '../plan-input/read-segments.ts';
import type { Segment } from '../planning/plan.ts';
import { isZoneName, type ZoneName } from '../planning/zone-names.ts';
import { isRest } from '../session-text/read-type.ts';
import { readWorkoutText } from '../workout-text/read-workout-text.ts';
import type { WorkoutType } from '../workout-types.ts';
import { type Built, buildSegments, joined, UNREAD_WORKOUT_REASONS } from './build-segments.ts';
import { tokensOf } from './tokens.ts';

/** Longer than any line, and as long as a workout with all its steps. */
export const MAX_TYPED = 4_000;

export const UNREAD_REASONS_OF_TYPED = [...UNREAD_WORKOUT_REASONS, 'step_not_readable', 'too_large'] as const;

export type UnreadPart = {
  /** Offsets in code units from the beginning of the text, the end exclusive. */
  readonly from: number;
  readonly until: number;
  readonly text: string;
  readonly reason: (typeof UNREAD_REASONS_OF_TYPED)[number];
};

export type TypedWorkout = {
  /** Null where nothing was read. */
  readonly workout_type: WorkoutType | null;
  readonly is_rest: boolean;
  readonly segments: readonly Segment[];
  readonly unread: readonly UnreadPart[];
};

/**
 * Reads a workout as coaches type it, on one line or in the form of `workout-text`, by the grammar of this folder's README. Each
 * character of the text is either read or in a part of `unread`, whose words are also the note of the segment beside them.
 */
export function readTypedWorkout(text: string, unit_system: 'metric' | 'imperial'): TypedWorkout {
  if (isRest(text) && !/\d/u.test(text))
    return { workout_type: null, is_rest: true, segments: [], unread: [] };
  if (/^[ \t]*-\s/mu.test(text)) return fromSteps(text);
  const built = buildSegments(text, tokensOf(text, unit_system));
  const unread = joined(text, built.unread).map((part): UnreadPart => partOf(text, part));
  return whole(text, built, unread);
}

function whole(text: string, built: Omit<Built, 'unread'>, unread: readonly UnreadPart[]): TypedWorkout {
  const nothing = { workout_type: null, is_rest: false, segments: [] };
  if (built.segments.length === 0) {
    const said =
      unread.length > 0
        ? unread
        : text.trim() === ''
          ? []
          : [partOf(text, { from: 0, until: text.length, reason: 'length_missing' as const })];
    return { ...nothing, unread: said };
  }
  if (faultsOfWeight(built.segments, '').length > 0)
    return { ...nothing, unread: [partOf(text, { from: 0, until: text.length, reason: 'too_large' })] };
  const segments = built.types.some((type) => WHOLE.includes(type))
    ? [...built.segments]
    : around(built.segments);
  return { workout_type: typeOf(built, segments), is_rest: false, segments, unread };
}

function partOf(text: string, { from, until, reason }: Omit<UnreadPart, 'text'>): UnreadPart {
  const words = text.slice(from, until);
  const start = from + (words.length - words.trimStart().length);
  const end = until - (words.length - words.trimEnd().length);
  return { from: start, until: Math.max(start, end), text: words.trim(), reason };
}

/** Reads the form of steps, where each line is read as a whole or not at all. Without the unreadable lines the rest is read again. */
function fromSteps(text: string): TypedWorkout {
  const lines = text.split(/\r\n|\r|\n/u);
  const read = readWorkoutText(text, { takes_numbers_of_zones: false });
  const none = { types: [], has_hills: false, has_strides: false };
  if ('segments' in read) return whole(text, { ...none, segments: read.segments }, []);
  const places = placesOf(text);
  const unread = read.faults.map(({ line }): UnreadPart => {
    const from = places[line - 1] ?? 0;
    return partOf(text, { from, until: from + (lines[line - 1]?.length ?? 0), reason: 'step_not_readable' });
  });
  const wrong = new Set(read.faults.map(({ line }) => line));
  const rest = lines.filter((_, place) => !wrong.has(place + 1)).join('\n');
  const again = readWorkoutText(rest, { takes_numbers_of_zones: false });
  return 'segments' in again
    ? whole(text, { ...none, segments: again.segments }, unread)
    : { workout_type: null, is_rest: false, segments: [], unread };
}

function placesOf(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n|\r|\n/gu)].map((match) => match.index + match[0].length)];
}

const WHOLE: readonly WorkoutType[] = ['long-run', 'recovery-run', 'strength', 'cross-training'];

/** Easy running before the first hard segment is a warm-up, after the last one a cool-down. */
function around(segments: readonly Segment[]): Segment[] {
  const first = segments.findIndex(isHard);
  const last = segments.findLastIndex(isHard);
  return segments.map((segment, place) => {
    if (first === -1)
      return segment.kind === 'recovery' && segments.length === 1 ? { ...segment, kind: 'work' } : segment;
    if (segment.kind !== 'work' && segment.kind !== 'recovery') return segment;
    if (place < first) return { ...segment, kind: 'warmup' };
    return place > last && !(segment.kind === 'recovery' && place < segments.length - 1)
      ? { ...segment, kind: 'cooldown' }
      : segment;
  });
}

const GENTLE: readonly ZoneName[] = ['easy', 'recovery'];

function isHard({ kind, repeat, target }: Segment): boolean {
  if (repeat !== undefined) return !isStrides(repeat.segments);
  if (kind !== 'work' || target === undefined) return false;
  const zone: string | null = target.zone;
  return isZoneName(zone)
    ? !GENTLE.includes(zone)
    : target.type === 'pace' || (target.type === 'effort' && (target.max ?? 10) > 4);
}

/** Whether a repeat is short and fast, as strides at the end of an easy run. */
function isStrides([work]: readonly Segment[]): boolean {
  return work?.target?.zone === 'repetition' && (work.distance_m ?? 0) <= 150 && (work.duration_s ?? 0) <= 30;
}

function typeOf(
  { types, has_hills, has_strides }: Omit<Built, 'unread'>,
  segments: readonly Segment[],
): WorkoutType {
  const [named] = types;
  if (named !== undefined) return named;
  if (has_hills) return 'hills';
  const zones = zonesIn(segments);
  if (segments.some(isHard)) {
    if (zones.some((zone) => zone === '10k' || zone === 'interval' || zone === 'repetition'))
      return 'intervals';
    if (zones.includes('threshold')) return 'tempo';
    if (zones.includes('marathon') || zones.includes('half_marathon')) return 'race-pace';
    return segments.some(({ repeat }) => repeat !== undefined) ? 'intervals' : 'tempo';
  }
  if (has_strides) return 'strides';
  return zones.length > 0 && zones.every((zone) => zone === 'recovery') ? 'recovery-run' : 'easy-run';
}

function zonesIn(segments: readonly Segment[]): ZoneName[] {
  return segments.flatMap(({ kind, target, repeat }) => {
    if (repeat !== undefined) return zonesIn(repeat.segments);
    const zone: string | null = target?.zone ?? null;
    return kind === 'work' && isZoneName(zone) ? [zone] : [];
  });
}
