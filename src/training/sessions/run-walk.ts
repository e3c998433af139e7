import type { PlanBrief } from '../plan-request/plan-brief.ts';
import type { Segment } from '../planning/plan.ts';
import { repeated, type SegmentBuilder } from './segment-builder.ts';

/** Seconds of running and of walking by week, as in published first plans for 5 km; after the last step there is no walking. */
const STEPS: readonly (readonly [number, number])[] = [
  [30, 30],
  [45, 45],
  [60, 60],
  [90, 90],
  [120, 120],
  [180, 120],
  [240, 120],
  [600, 60],
];

/** A shorter rest is left out. */
const LEAST_REST_M = 50;

/** The step of a week, from 0, for beginners who have run nothing lately; null for all others. */
export function runWalkStep({ runner, history }: PlanBrief, week_number: number): number | null {
  const isNew =
    runner.experience_level === 'beginner' &&
    history !== null &&
    history.weekly_distance_m.every((metres) => metres === 0);
  return isNew && week_number <= STEPS.length ? week_number - 1 : null;
}

/**
 * Running and walking in turn, with so many metres together and for at least five minutes. The running stretches are lengthened as far as
 * possible, and a walk at the end has the rest.
 */
export function runWalk(builder: SegmentBuilder, distance_m: number, step: number): Segment[] {
  const [run_s, walk_s] = STEPS[step] ?? [60, 60];
  const once = (seconds: number): Segment[] => [
    builder.stretch('work', 'easy', { duration_s: seconds }, 'walk_breaks'),
    builder.byEffort('recovery', [1, 2], { duration_s: walk_s }),
  ];
  const metres = builder.measure(once(run_s)).distance_m;
  const times = Math.max(Math.ceil((5 * 60) / (run_s + walk_s)), Math.floor(distance_m / metres));
  const more_s = 5 * Math.floor(((distance_m / times - metres) * builder.secondsAMetre('easy')) / 5);
  const repeats = repeated(times, once(run_s + Math.max(0, more_s)));
  const rest_m = Math.floor(distance_m - builder.measure([repeats]).distance_m);
  if (rest_m < LEAST_REST_M) return [repeats];
  return [repeats, builder.stretch('cooldown', 'recovery', { distance_m: rest_m }, 'cooldown')];
}
