import { withSums } from './adapt-plan.ts';
import { isHardZone, zoneOfStretch } from './intensity.ts';
import { measureSegments, paceOfSegment } from './measure.ts';
import { type PlanPaces, pacesOf, type Runner } from './paces.ts';
import type { PlannedWorkout, Segment } from './plan.ts';
import type { ZoneName } from './zone-names.ts';

/** A stretch of easy running is cut to a multiple of these, and keeps at least one. */
const EASY_STEP = { distance_m: 500, duration_s: 5 * 60 } as const;
/** Hard stretches are cut by these, and keep at least one; a stretch shorter than two of the first step is cut by the second. */
const QUALITY_STEPS = { distance_m: [500, 100], duration_s: [60, 15] } as const;

/**
 * The run with this many seconds less of easy running, or a little more, as far as it has any; the same object where it has none. Hard
 * running and repeats stay. The longest stretch is cut first, warm-up and cool-down last.
 */
export function shortenRun(workout: PlannedWorkout, by_s: number, runner: Runner): PlannedWorkout {
  const paces = pacesOf(runner);
  const time = (segment: Segment): number => measureSegments([segment], paces).duration_s;
  const isEasy = (segment: Segment): boolean =>
    segment.repeat === undefined && !isHardZone(zoneOfStretch(segment, workout.workout_type, runner));
  const inOrder = workout.segments
    .map((segment, place) => ({ segment, place, isWork: segment.kind === 'work' }))
    .filter(({ segment }) => isEasy(segment))
    .sort(
      (one, other) => Number(other.isWork) - Number(one.isWork) || time(other.segment) - time(one.segment),
    );
  const segments = [...workout.segments];
  let over_s = by_s;
  let changed = false;
  for (const { segment, place } of inOrder) {
    if (over_s <= 0) break;
    const shorter = shortenEasy(segment, over_s, paces);
    changed ||= shorter !== segment;
    over_s -= time(segment) - time(shorter);
    segments[place] = shorter;
  }
  return changed ? withSums({ ...workout, segments }, runner) : workout;
}

function shortenEasy(segment: Segment, over_s: number, paces: PlanPaces): Segment {
  const { distance_m, duration_s } = segment;
  if (distance_m !== undefined) {
    const wanted = distance_m - ((over_s + 1) * 1_000) / paceOfSegment(segment, paces);
    const left = wholeSteps(wanted, EASY_STEP.distance_m);
    return left < distance_m ? { ...segment, distance_m: left } : segment;
  }
  const left = wholeSteps((duration_s ?? 0) - over_s, EASY_STEP.duration_s);
  return duration_s !== undefined && left < duration_s ? { ...segment, duration_s: left } : segment;
}

function wholeSteps(value: number, step: number): number {
  return Math.max(step, Math.floor(value / step) * step);
}

/**
 * The workout with one step less of the counted zones: one repetition fewer, else a shorter longest stretch. Null where it cannot be
 * less.
 */
export function trimSession(
  workout: PlannedWorkout,
  runner: Runner,
  counts: (zone: ZoneName) => boolean,
): PlannedWorkout | null {
  const paces = pacesOf(runner);
  const countedTime = (segment: Segment): number => {
    const { repeat } = segment;
    if (repeat !== undefined) {
      return repeat.times * repeat.segments.reduce((sum, inner) => sum + countedTime(inner), 0);
    }
    const isCounted = counts(zoneOfStretch(segment, workout.workout_type, runner));
    return isCounted ? measureSegments([segment], paces).duration_s : 0;
  };
  const segments = trimLongest(workout.segments, countedTime);
  return segments === null ? null : withSums({ ...workout, segments }, runner);
}

function trimLongest(
  segments: readonly Segment[],
  countedTime: (segment: Segment) => number,
): readonly Segment[] | null {
  const inOrder = segments
    .map((segment, place) => ({ segment, place, time: countedTime(segment) }))
    .filter(({ time }) => time > 0)
    .sort((one, other) => other.time - one.time);
  for (const { segment, place } of inOrder) {
    const less = trimOne(segment, countedTime);
    if (less !== null) return segments.with(place, less);
  }
  return null;
}

function trimOne(segment: Segment, countedTime: (segment: Segment) => number): Segment | null {
  const { repeat, distance_m, duration_s } = segment;
  if (repeat !== undefined) {
    if (repeat.times > 1) return { ...segment, repeat: { ...repeat, times: repeat.times - 1 } };
    const inner = trimLongest(repeat.segments, countedTime);
    return inner === null ? null : { ...segment, repeat: { ...repeat, segments: inner } };
  }
  if (distance_m !== undefined) {
    const less = stepDown(distance_m, QUALITY_STEPS.distance_m);
    return less === null ? null : { ...segment, distance_m: less };
  }
  const less = stepDown(duration_s ?? 0, QUALITY_STEPS.duration_s);
  return less === null ? null : { ...segment, duration_s: less };
}

function stepDown(value: number, [large, small]: readonly [number, number]): number | null {
  const step = value >= 2 * large ? large : small;
  const less = (Math.ceil(value / step) - 1) * step;
  return less >= step ? less : null;
}
