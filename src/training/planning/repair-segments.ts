import { rangeOf, targetFault } from './check-targets.ts';
import { PLAUSIBLE } from './limits.ts';
import { paceOfSegment } from './measure.ts';
import { pacesOf, type Runner, targetOf } from './paces.ts';
import type { Segment, Target } from './plan.ts';
import { isZoneName } from './zone-names.ts';

/** The relative difference within which time and distance of one stretch say the same, because of rounding. */
const AGREEMENT = 0.01;

/**
 * Repairs segments where there is one right repair: a measure of 0 beside another one is dropped; of two that say the same the distance
 * stays; a segment with repetitions becomes a repeat; a named zone gets its numbers; exchanged ends of a range are swapped.
 */
export function repairSegments(segments: readonly Segment[], runner: Runner, depth = 0): readonly Segment[] {
  // Deeper repeats are invalid in any plan, and may be endless.
  if (depth > PLAUSIBLE.repeats_deep) return segments;
  return segments.map((segment) => {
    const { repeat } = segment;
    if (repeat === undefined) return repairStretch(segment, runner);
    const inner = repairSegments(repeat.segments, runner, depth + 1);
    const { duration_s, distance_m, ...rest } = segment;
    const bare = (duration_s ?? 0) === 0 && (distance_m ?? 0) === 0;
    return { ...(bare ? { ...rest, kind: 'repeat' } : segment), repeat: { ...repeat, segments: inner } };
  });
}

function repairStretch(segment: Segment, runner: Runner): Segment {
  const { target } = segment;
  const right = target === undefined ? segment : { ...segment, target: repairTarget(target, runner) };
  return repairMeasures(right, runner);
}

function repairMeasures(segment: Segment, runner: Runner): Segment {
  const { duration_s, distance_m, ...rest } = segment;
  if (duration_s === undefined || distance_m === undefined) return segment;
  if (duration_s === 0 && distance_m > 0) return { ...rest, distance_m };
  if (distance_m === 0 && duration_s > 0) return { ...rest, duration_s };
  const reckoned_s = (distance_m * paceOfSegment(segment, pacesOf(runner))) / 1_000;
  const agree = Math.abs(reckoned_s - duration_s) <= Math.max(1, AGREEMENT * reckoned_s);
  return agree ? { ...rest, distance_m } : segment;
}

function repairTarget(target: Target, runner: Runner): Target {
  if (targetFault(target, runner) === null) return target;
  const { zone, type, min, max } = target;
  if (isZoneName(zone)) {
    const range = rangeOf(zone, type, runner);
    return range === null ? targetOf(zone, runner) : { ...target, min: range.min, max: range.max };
  }
  const exchanged = { ...target, min: max, max: min };
  return targetFault(exchanged, runner) === null ? exchanged : target;
}
