import { PLAUSIBLE } from './limits.ts';
import { type Segment, STEP_KINDS } from './plan.ts';

/** A fault of segments by themselves. A number comes with the limit that it passes. */
export type SegmentFault =
  | { readonly code: 'segment_shape' }
  | { readonly code: 'number_implausible'; readonly found: number | null; readonly allowed: number };

/** Whether the segments have no faults, so that their sums can be computed. */
export function soundSegments(segments: readonly Segment[]): boolean {
  return segmentFaults(segments).length === 0;
}

/**
 * The faults of a workout's segments. Each level has from one to a hundred segments; each is a stretch with exactly one of time and
 * distance, or a repeat, at most two deep; and all numbers are plausible.
 */
export function segmentFaults(segments: readonly Segment[]): SegmentFault[] {
  const faults: SegmentFault[] = [];
  addFaults(faults, segments, 0);
  return faults;
}

function addFaults(faults: SegmentFault[], segments: readonly Segment[], depth: number): void {
  const { minimum, maximum } = PLAUSIBLE.segments;
  if (segments.length < minimum || segments.length > maximum) faults.push({ code: 'segment_shape' });
  for (const segment of segments) {
    if (!hasShape(segment, depth)) faults.push({ code: 'segment_shape' });
    addNumberFaults(faults, segment);
    // A repeat that is too deep is already a fault; its content is not read, since it may be endless.
    if (segment.repeat !== undefined && depth < PLAUSIBLE.repeats_deep) {
      addFaults(faults, segment.repeat.segments, depth + 1);
    }
  }
}

function hasShape({ kind, duration_s, distance_m, target, repeat }: Segment, depth: number): boolean {
  if (kind === 'repeat') {
    const bare = duration_s === undefined && distance_m === undefined && target === undefined;
    return repeat !== undefined && bare && depth < PLAUSIBLE.repeats_deep;
  }
  const known = STEP_KINDS.some((name) => name === kind);
  return known && repeat === undefined && (duration_s === undefined) !== (distance_m === undefined);
}

function addNumberFaults(faults: SegmentFault[], { duration_s, distance_m, repeat }: Segment): void {
  addRangeFault(faults, duration_s, PLAUSIBLE.stretch_s);
  addRangeFault(faults, distance_m, PLAUSIBLE.stretch_m);
  if (repeat === undefined) return;
  const before = faults.length;
  addRangeFault(faults, repeat.times, PLAUSIBLE.times);
  if (faults.length === before && !Number.isInteger(repeat.times)) faults.push({ code: 'segment_shape' });
}

function addRangeFault(
  faults: SegmentFault[],
  value: number | undefined,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): void {
  // The condition is written so that NaN is a fault as well.
  if (value === undefined || (value >= minimum && value <= maximum)) return;
  faults.push({
    code: 'number_implausible',
    found: Number.isFinite(value) ? value : null,
    allowed: value > maximum ? maximum : minimum,
  });
}
