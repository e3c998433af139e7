import type { ErrorDetail } from '../../shared/errors.ts';
import { type Runner, targetOf } from '../planning/paces.ts';
import type { Segment, Target } from '../planning/plan.ts';
import { isZoneName } from '../planning/zone-names.ts';
import { ZONE_LIMITS } from '../zones.ts';
import { NOBODY } from './nobody.ts';

/** A segment as it came in; the schema has checked only the types of its members. */
export type GivenSegment = {
  readonly kind: Segment['kind'];
  readonly duration_s?: number;
  readonly distance_m?: number;
  readonly target?: GivenTarget;
  readonly repeat?: { readonly times: number; readonly segments: readonly GivenSegment[] };
  readonly note?: string;
};
type GivenTarget = {
  readonly type?: Target['type'];
  readonly min?: number | null;
  readonly max?: number | null;
  readonly zone?: string | null;
};

const BOUNDS: Readonly<Record<Target['type'], { readonly minimum: number; readonly maximum: number }>> = {
  pace: ZONE_LIMITS.pace_s_per_km,
  heart_rate: ZONE_LIMITS.bpm,
  effort: { minimum: 1, maximum: 10 },
};

export function faultsOfSegments(segments: readonly GivenSegment[], path: string): ErrorDetail[] {
  return segments.flatMap((segment, place) => faultsOf(segment, `${path}.${place}`));
}

/**
 * Segments as they are stored: members that do not apply are absent, and a target that names a zone gets the runner's numbers for that
 * zone. The segments must have no faults.
 *
 * @param runner null keeps any numbers beside a zone, for a caller that infers the runner from them
 */
export function readSegments(segments: readonly GivenSegment[], runner: Runner | null = NOBODY): Segment[] {
  return segments.map(({ kind, duration_s, distance_m, target, repeat, note }) => ({
    kind,
    ...(duration_s === undefined ? {} : { duration_s }),
    ...(distance_m === undefined ? {} : { distance_m }),
    ...(target === undefined ? {} : { target: readTarget(target, runner) }),
    ...(repeat === undefined
      ? {}
      : { repeat: { times: repeat.times, segments: readSegments(repeat.segments, runner) } }),
    ...(note === undefined || note.trim() === '' ? {} : { note: note.trim() }),
  }));
}

function readTarget(
  { type, min = null, max = null, zone = null }: GivenTarget,
  runner: Runner | null,
): Target {
  const named: string | null = zone;
  if (!isZoneName(named)) return { type: type ?? 'effort', min, max, zone: named };
  const isWhole = type !== undefined && (min !== null || max !== null);
  return runner === null && isWhole ? { type, min, max, zone: named } : targetOf(named, runner ?? NOBODY);
}

function faultsOf(segment: GivenSegment, path: string): ErrorDetail[] {
  const { kind, repeat } = segment;
  if (kind === 'repeat') return faultsOfRepeat(segment, path);
  if (repeat !== undefined) {
    return [{ path: `${path}.repeat`, message: `belongs to the kind repeat only, and the kind is ${kind}` }];
  }
  return [...faultsOfMeasure(segment, path), ...faultsOfTarget(segment.target, `${path}.target`)];
}

function faultsOfRepeat(segment: GivenSegment, path: string): ErrorDetail[] {
  const { repeat } = segment;
  if (repeat === undefined) return [{ path: `${path}.repeat`, message: 'is missing: what is repeated?' }];
  const stray = (['duration_s', 'distance_m', 'target'] as const).filter(
    (name) => segment[name] !== undefined,
  );
  return [
    ...stray.map((name) => ({
      path: `${path}.${name}`,
      message: 'belongs to the segments that are repeated, not to the repeat',
    })),
    ...faultsOfSegments(repeat.segments, `${path}.repeat.segments`),
  ];
}

function faultsOfMeasure({ duration_s, distance_m }: GivenSegment, path: string): ErrorDetail[] {
  if (duration_s === undefined && distance_m === undefined) {
    return [{ path, message: 'needs duration_s or distance_m' }];
  }
  if (duration_s !== undefined && distance_m !== undefined) {
    return [{ path, message: 'is prescribed by duration_s or by distance_m, not by both' }];
  }
  return [];
}

function faultsOfTarget(target: GivenTarget | undefined, path: string): ErrorDetail[] {
  if (target === undefined || isZoneName(target.zone ?? null)) return [];
  const { type, min = null, max = null, zone = null } = target;
  if (min === null && max === null) {
    const message =
      zone === null ? 'needs a zone, or min or max' : `${zone} is no zone, so it needs min or max`;
    return [{ path: `${path}.zone`, message }];
  }
  if (type === undefined) return [{ path: `${path}.type`, message: 'is missing: numbers of what?' }];
  const { minimum, maximum } = BOUNDS[type];
  const beyond = [min, max].some((value) => value !== null && (value < minimum || value > maximum));
  if (beyond) return [{ path, message: `numbers of ${type} are from ${minimum} to ${maximum}` }];
  if (min !== null && max !== null && min > max) return [{ path, message: 'min must not be above max' }];
  return [];
}

/** The most segments of one workout at any depth, and its most bytes as JSON; both are above any real workout. */
export const MAX_STRETCHES = 300;
export const MAX_SEGMENTS_BYTES = 32_000;

/**
 * The faults of a workout that is too large to store. The schema limits depth and width and allows a hundred on each level; three levels
 * together would be a megabyte, and a plan can have thousands of workouts.
 */
export function faultsOfWeight(
  segments: readonly Pick<GivenSegment, 'repeat'>[],
  path: string,
): ErrorDetail[] {
  const count = countStretches(segments);
  if (count > MAX_STRETCHES) {
    return [
      { path, message: `must be at most ${MAX_STRETCHES} together, those that are repeated counted once` },
    ];
  }
  if (bytesOf(segments) > MAX_SEGMENTS_BYTES) {
    return [{ path, message: `must have at most ${MAX_SEGMENTS_BYTES} bytes of JSON together` }];
  }
  return [];
}

export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function countStretches(segments: readonly Pick<GivenSegment, 'repeat'>[]): number {
  return segments.reduce((sum, { repeat }) => sum + 1 + countStretches(repeat?.segments ?? []), 0);
}
