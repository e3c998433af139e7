import type { WorkoutType } from '../workout-types.ts';
import { targetFault } from './check-targets.ts';
import { zoneOfStretch } from './intensity.ts';
import { measureSegments } from './measure.ts';
import { pacesOf, type Runner, targetOf } from './paces.ts';
import type { PlanContent, PlannedWorkout, Segment, Target } from './plan.ts';
import { isRunning } from './week-facts.ts';
import { weeklyInfoOf } from './weekly-info.ts';
import { isZoneName } from './zone-names.ts';

/**
 * The plan as one runner follows it: targets by their own paces and heart rates, with times, distances and sums computed anew. Days,
 * types, ids and texts stay.
 *
 * Numbers without a zone stay the same for everybody, as long as the runner can run them; else they become the intensity of their
 * workout. Efforts of hills stay efforts, since a pace says nothing uphill. A plan that was safe for one runner may be too much for
 * another: see `fitPlan`.
 */
export function adaptPlan({ weekly_info, workouts }: PlanContent, runner: Runner): PlanContent {
  const adapted = workouts.map((workout) => adaptWorkout(workout, runner));
  return { weekly_info: weeklyInfoOf(adapted, weekly_info), workouts: adapted };
}

/** Adapts one workout in the same way: a workout of a plan or, for an athlete of a plan, of the library. */
export function adaptWorkout(workout: PlannedWorkout, runner: Runner): PlannedWorkout {
  const segments = adaptSegments(workout.segments, workout.workout_type, runner);
  return withSums({ ...workout, segments }, runner);
}

export function adaptSession(
  { workout_type, segments: given }: Pick<PlannedWorkout, 'workout_type' | 'segments'>,
  runner: Runner,
): Pick<PlannedWorkout, 'segments' | 'duration_s' | 'distance_m'> {
  const segments = adaptSegments(given, workout_type, runner);
  return { segments, ...measureSegments(segments, pacesOf(runner), isRunning(workout_type)) };
}

export function withSums(workout: PlannedWorkout, runner: Runner): PlannedWorkout {
  const sums = measureSegments(workout.segments, pacesOf(runner), isRunning(workout.workout_type));
  return { ...workout, duration_s: sums.duration_s, distance_m: sums.distance_m };
}

function adaptSegments(segments: readonly Segment[], type: WorkoutType, runner: Runner): readonly Segment[] {
  return segments.map((segment) => {
    const { repeat, target } = segment;
    return {
      ...segment,
      ...(target === undefined ? {} : { target: adaptTarget(target, segment, type, runner) }),
      ...(repeat === undefined
        ? {}
        : { repeat: { times: repeat.times, segments: adaptSegments(repeat.segments, type, runner) } }),
    };
  });
}

function adaptTarget(target: Target, segment: Segment, type: WorkoutType, runner: Runner): Target {
  const { zone } = target;
  if (!isZoneName(zone)) {
    if (targetFault(target, runner) === null) return target;
    return targetOf(zoneOfStretch(segment, type, runner), runner);
  }
  const byEffort = type === 'hills' && target.type === 'effort';
  return targetOf(zone, byEffort ? { ...runner, paces: null, heart_rates: null } : runner);
}
