import { type ErrorDetail, validationError } from '../../../shared/errors.ts';
import { type Runner, targetOf } from '../../../training/planning/paces.ts';
import type { Segment, Target } from '../../../training/planning/plan.ts';
import { isZoneName } from '../../../training/planning/zone-names.ts';
import { ZONE_LIMITS } from '../../../training/zones.ts';

/** A segment as it came in; `SegmentInput` has checked the types of its members and nothing else. */
type Given = {
  readonly kind: Segment['kind'];
  readonly duration_s?: number;
  readonly distance_m?: number;
  readonly target?: GivenTarget;
  readonly repeat?: { readonly times: number; readonly segments: readonly Given[] };
  readonly note?: string;
};
type GivenTarget = {
  readonly type?: Target['type'];
  readonly min?: number | null;
  readonly max?: number | null;
  readonly zone?: string | null;
};

/** As many as one answer names. */
const MAX_FAULTS = 20;

/** What is within reach of a runner, in the unit of each type. */
const BOUNDS: Readonly<Record<Target['type'], { readonly minimum: number; readonly maximum: number }>> = {
  pace: ZONE_LIMITS.pace_s_per_km,
  heart_rate: ZONE_LIMITS.bpm,
  effort: { minimum: 1, maximum: 10 },
};

/** Nobody in particular: what names a zone is an effort until an athlete gets it. */
export const NOBODYS_RUNNER: Runner = {
  paces: null,
  heart_rates: null,
  experience_level: 'intermediate',
};

/** What is wrong with segments, at the path of each; empty where nothing is. */
export function faultsOfSegments(segments: readonly Given[], path: string): ErrorDetail[] {
  return segments.flatMap((segment, place) => faultsOf(segment, `${path}.${place}`));
}

/** @throws validationError that names the first of the faults and lists them */
export function requireNoFaults(faults: readonly ErrorDetail[]): void {
  const [first] = faults;
  if (first === undefined) return;
  throw validationError({
    message: `${first.path}: ${first.message}.`,
    details: faults.slice(0, MAX_FAULTS),
  });
}

/**
 * Segments as they are kept: members that do not apply are absent, and a target that names a zone is what that zone is to
 * the runner. For segments without faults.
 *
 * @param runner null keeps numbers beside a zone where there are any, for whoever asks whose they are
 */
export function readSegments(segments: readonly Given[], runner: Runner | null = NOBODYS_RUNNER): Segment[] {
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
  return runner === null && isWhole
    ? { type, min, max, zone: named }
    : targetOf(named, runner ?? NOBODYS_RUNNER);
}

function faultsOf(segment: Given, path: string): ErrorDetail[] {
  const { kind, repeat } = segment;
  if (kind === 'repeat') return faultsOfRepeat(segment, path);
  if (repeat !== undefined) {
    return [{ path: `${path}.repeat`, message: `belongs to the kind repeat only, and the kind is ${kind}` }];
  }
  return [...faultsOfMeasure(segment, path), ...faultsOfTarget(segment.target, `${path}.target`)];
}

function faultsOfRepeat(segment: Given, path: string): ErrorDetail[] {
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

function faultsOfMeasure({ duration_s, distance_m }: Given, path: string): ErrorDetail[] {
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
