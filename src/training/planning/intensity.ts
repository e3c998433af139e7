import type { WorkoutType } from '../workout-types.ts';
import { type PlanPaces, pacesOf, type Runner } from './paces.ts';
import type { Segment, Target } from './plan.ts';
import { isZoneName, ZONE_NAMES, type ZoneName } from './zone-names.ts';

const ZONE_OF_WORK: Readonly<Partial<Record<WorkoutType, ZoneName>>> = {
  tempo: 'threshold',
  intervals: 'interval',
  hills: 'interval',
  'race-pace': 'threshold',
  fartlek: 'threshold',
  race: 'threshold',
};
/** Longer work in a workout with strides is the run around them. */
const LONGEST_STRIDE = { duration_s: 60, distance_m: 300 };

/** The least middle of an effort for each zone, the hardest first. */
const ZONE_OF_EFFORT: readonly (readonly [number, ZoneName])[] = [
  [8, 'interval'],
  [7, '10k'],
  [6, 'threshold'],
  [5, 'marathon'],
  [2, 'easy'],
];

/** Whether a zone is marathon pace or faster. */
export function isHardZone(zone: ZoneName): boolean {
  return zone !== 'recovery' && zone !== 'easy';
}

/**
 * The zone of a stretch: that of its target, else the one in which its numbers lie for this runner, else that of its kind and its
 * workout. Work of intervals without a target is hard, so that a missing target cannot evade a rule.
 */
export function zoneOfStretch(segment: Segment, type: WorkoutType, runner: Runner): ZoneName {
  const { kind, target } = segment;
  if (target !== undefined) {
    if (isZoneName(target.zone)) return target.zone;
    const zone = zoneOfNumbers(target, runner);
    if (zone !== null) return zone;
  }
  if (kind === 'recovery') return 'recovery';
  if (kind !== 'work') return 'easy';
  if (type === 'strides') return isStride(segment) ? 'repetition' : 'easy';
  return ZONE_OF_WORK[type] ?? (type === 'recovery-run' ? 'recovery' : 'easy');
}

function zoneOfNumbers(target: Target, runner: Runner): ZoneName | null {
  const middle = middleOf(target);
  if (middle === null) return null;
  if (target.type === 'pace') return zoneOfPace(middle, pacesOf(runner));
  if (target.type === 'effort') return ZONE_OF_EFFORT.find(([from]) => middle >= from)?.[1] ?? 'recovery';
  const easy = runner.heart_rates?.easy;
  // Heart rates above easy say that a stretch is hard, but not how hard.
  return easy === undefined ? null : middle > easy.max ? 'threshold' : 'easy';
}

function zoneOfPace(pace: number, { zones }: PlanPaces): ZoneName {
  return ZONE_NAMES.findLast((zone) => pace <= zones[zone].max) ?? 'recovery';
}

function middleOf({ min, max }: Target): number | null {
  if (min === null || max === null) return min ?? max;
  return (min + max) / 2;
}

export function isStride({ duration_s, distance_m }: Segment): boolean {
  return (duration_s ?? 0) <= LONGEST_STRIDE.duration_s && (distance_m ?? 0) <= LONGEST_STRIDE.distance_m;
}
