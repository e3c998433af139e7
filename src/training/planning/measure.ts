import type { PlanPaces } from './paces.ts';
import type { Segment, Target } from './plan.ts';
import { isZoneName, type ZoneName } from './zone-names.ts';

/** Whole seconds and whole metres. */
export type Measures = { readonly duration_s: number; readonly distance_m: number };

const ZONE_OF_KIND: Readonly<Record<string, ZoneName>> = {
  warmup: 'easy',
  work: 'easy',
  recovery: 'recovery',
  cooldown: 'easy',
};

/**
 * Time and distance of segments together. The prescribed measure of a stretch counts as it is; the other one follows from the pace: the
 * middle of its pace target, else the middle of the pace of its zone, else that of its kind. Each stretch is rounded by itself, so that
 * sums are exact to the second and to the metre.
 *
 * @param running false for workouts that cover no distance, such as strength: then only times count
 */
export function measureSegments(segments: readonly Segment[], paces: PlanPaces, running = true): Measures {
  const parts = segments.map((segment) => measureSegment(segment, paces, running));
  return {
    duration_s: parts.reduce((sum, { duration_s }) => sum + duration_s, 0),
    distance_m: parts.reduce((sum, { distance_m }) => sum + distance_m, 0),
  };
}

function measureSegment(segment: Segment, paces: PlanPaces, running: boolean): Measures {
  const { repeat, duration_s, distance_m } = segment;
  if (repeat !== undefined) {
    const once = measureSegments(repeat.segments, paces, running);
    return { duration_s: once.duration_s * repeat.times, distance_m: once.distance_m * repeat.times };
  }
  const pace = paceOfSegment(segment, paces);
  if (distance_m !== undefined) {
    return {
      duration_s: Math.round(duration_s ?? (distance_m * pace) / 1_000),
      distance_m: Math.round(distance_m),
    };
  }
  const time = Math.round(duration_s ?? 0);
  return { duration_s: time, distance_m: running ? Math.round((time * 1_000) / pace) : 0 };
}

/** The pace with which a stretch is computed, in seconds a kilometre. */
export function paceOfSegment({ kind, target }: Segment, paces: PlanPaces): number {
  const stated = statedPace(target);
  if (stated !== null) return stated;
  const named = target?.zone ?? null;
  const zone = isZoneName(named) ? named : (ZONE_OF_KIND[kind] ?? 'easy');
  const { min, max } = paces.zones[zone];
  return (min + max) / 2;
}

function statedPace(target: Target | undefined): number | null {
  if (target?.type !== 'pace') return null;
  const { min, max } = target;
  if (min === null || max === null) return min ?? max;
  return (min + max) / 2;
}
