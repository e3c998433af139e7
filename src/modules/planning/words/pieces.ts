import type { Voice } from '../../../training/plan-request/plan-brief.ts';
import type { PlannedWorkout, Segment } from '../../../training/planning/plan.ts';
import { isZoneName, type ZoneName } from '../../../training/planning/zone-names.ts';
import { phrase } from '../../../words/index.ts';
import { distanceWords, durationWords, stretchWords } from '../../../words/measure-words.ts';

export type Piece = {
  readonly kind: 'work' | 'rest' | 'strides' | 'hills';
  /** Such as "20 min", "5 × 1 km", "3 × (4 × 400 m)". */
  readonly amount: string;
  /** Null where there is no zone, or several. */
  readonly zone: ZoneName | null;
  readonly times: number | null;
  /** The rests between repetitions, and between sets of them. */
  readonly rests: readonly string[];
  /** Whether the rests are walked rather than jogged. */
  readonly walks: boolean;
};

export type Parts = {
  /** A text; null where there is no warm-up. */
  readonly warmup: string | null;
  readonly main: readonly Piece[];
  readonly cooldown: string | null;
};

type Named = Pick<PlannedWorkout, 'workout_type' | 'segments'>;

export function partsOf({ workout_type, segments }: Named, voice: Voice): Parts {
  const first = segments.findIndex(({ kind }) => kind !== 'warmup');
  const from = first === -1 ? segments.length : first;
  const last = segments.findLastIndex(({ kind }) => kind !== 'cooldown');
  const until = Math.max(from, last + 1);
  return {
    warmup: totalWords(segments.slice(0, from), voice),
    main: mainOf(segments.slice(from, until), workout_type, voice),
    cooldown: totalWords(segments.slice(until), voice),
  };
}

function mainOf(
  segments: readonly Segment[],
  type: PlannedWorkout['workout_type'],
  voice: Voice,
): readonly Piece[] {
  const last = segments.at(-1)?.kind === 'recovery' ? segments.slice(0, -1) : segments;
  const ladder = ladderOf(last, voice);
  return ladder === null ? last.map((segment) => pieceOf(segment, type, voice)) : [ladder];
}

/** One piece for a ladder such as one, two, three, two, one minute with jogging between, instead of a long list. */
function ladderOf(segments: readonly Segment[], voice: Voice): Piece | null {
  const works = segments.filter((_, index) => index % 2 === 0);
  const rests = segments.filter((_, index) => index % 2 === 1);
  const alternates =
    works.every(({ kind, repeat }) => kind === 'work' && repeat === undefined) &&
    rests.every(({ kind }) => kind === 'recovery');
  const amount = minutesInRow(works, voice);
  const zones = new Set(works.map(({ target }) => target?.zone ?? null));
  if (!alternates || amount === null || zones.size !== 1 || rests.length === 0) return null;
  const [zone = null] = zones;
  return {
    kind: 'work',
    amount,
    zone: isZoneName(zone) ? zone : null,
    times: null,
    rests: [restsInRow(rests, voice)],
    walks: false,
  };
}

/** Formats rests as "1 min", or "1 min – 2 min" where they differ. */
function restsInRow(rests: readonly Segment[], voice: Voice): string {
  const inOrder = rests.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  const words = [...new Set([inOrder[0], inOrder.at(-1)].map((rest) => (rest ? amountOf(rest, voice) : '')))];
  return words.join(' – ');
}

function sizeOf({ duration_s, distance_m }: Segment): number {
  return duration_s ?? distance_m ?? 0;
}

/** Formats stretches as "1-2-3-2-1 min", where all are whole minutes and there are several of them; else null. */
function minutesInRow(works: readonly Segment[], voice: Voice): string | null {
  const minutes = works.map(({ duration_s, distance_m }) =>
    distance_m === undefined && duration_s !== undefined && duration_s % 60 === 0 ? duration_s / 60 : null,
  );
  if (minutes.length < 3 || minutes.some((count) => count === null)) return null;
  return phrase(voice.language, 'measures.minutes', { n: minutes.join('-') });
}

/** The total of segments that all prescribe distances, or all times. Null where they do not. */
export function totalWords(segments: readonly Segment[], voice: Voice): string | null {
  if (segments.length === 0) return null;
  const distance = sumOf(segments, (segment) => segment.distance_m);
  if (distance !== null) return stretchWords(distance, voice);
  const duration = sumOf(segments, (segment) => segment.duration_s);
  return duration === null ? null : durationWords(duration, voice);
}

function sumOf(
  segments: readonly Segment[],
  measure: (segment: Segment) => number | undefined,
): number | null {
  const parts = segments.map((segment) => {
    if (segment.repeat === undefined) return measure(segment) ?? null;
    const once = sumOf(segment.repeat.segments, measure);
    return once === null ? null : once * segment.repeat.times;
  });
  return parts.reduce<number | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0);
}

function pieceOf(segment: Segment, type: PlannedWorkout['workout_type'], voice: Voice): Piece {
  const zones = zonesIn(segment);
  const zone = zones.length === 1 ? (zones[0] ?? null) : null;
  return {
    kind: kindOf(segment, type),
    amount: amountOf(segment, voice),
    zone,
    times: segment.repeat?.times ?? null,
    rests: restsIn(segment, voice),
    walks: zone === 'easy' || zone === 'recovery',
  };
}

function kindOf(segment: Segment, type: PlannedWorkout['workout_type']): Piece['kind'] {
  if (segment.kind === 'recovery') return 'rest';
  if (segment.repeat === undefined) return 'work';
  if (type === 'hills') return 'hills';
  return worksIn(segment).every(isStride) && type !== 'intervals' && type !== 'fartlek' ? 'strides' : 'work';
}

/** A longer stretch is no stride. */
const LONGEST_STRIDE = { duration_s: 30, distance_m: 120 };

function isStride({ duration_s, distance_m, target }: Segment): boolean {
  if (target?.zone === 'easy' || target?.zone === 'recovery') return false;
  return duration_s === undefined
    ? distance_m !== undefined && distance_m <= LONGEST_STRIDE.distance_m
    : duration_s <= LONGEST_STRIDE.duration_s;
}

function worksIn({ repeat, ...segment }: Segment): readonly Segment[] {
  if (repeat !== undefined) return repeat.segments.flatMap(worksIn);
  return segment.kind === 'recovery' ? [] : [segment];
}

function zonesIn(segment: Segment): readonly ZoneName[] {
  const zones = worksIn(segment).map(({ target }) => target?.zone ?? null);
  return [...new Set(zones)].filter(isZoneName);
}

function amountOf({ repeat, distance_m, duration_s }: Segment, voice: Voice): string {
  if (repeat === undefined)
    return distance_m === undefined
      ? durationWords(duration_s ?? 0, voice)
      : distanceWords(distance_m, voice);
  const works = repeat.segments.filter(({ kind }) => kind !== 'recovery');
  const amounts = works.map((work) => amountOf(work, voice));
  const one = amounts.length === 1 && works[0]?.repeat === undefined;
  const several = minutesInRow(works, voice) ?? amounts.join(' + ');
  return `${repeat.times} × ${one ? amounts[0] : `(${several})`}`;
}

function restsIn({ repeat }: Segment, voice: Voice): readonly string[] {
  if (repeat === undefined) return [];
  const inner = repeat.segments.map((segment) => restsIn(segment, voice)).find(({ length }) => length > 0);
  const own = repeat.segments.findLast(({ kind }) => kind === 'recovery');
  return [...(inner ?? []), ...(own === undefined ? [] : [amountOf(own, voice)])];
}
