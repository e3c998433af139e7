import { zoneOfStretch } from '../planning/intensity.ts';
import type { Runner } from '../planning/paces.ts';
import type { PlanContent, Segment } from '../planning/plan.ts';
import { isZoneName } from '../planning/zone-names.ts';
import type { WorkoutType } from '../workout-types.ts';

/**
 * Content in which each pace and each heart rate names the zone that it is of for whom the plan was made. To others the same numbers
 * would be another intensity: an easy pace of somebody fast is faster than an average one runs repetitions.
 */
export function nameZones({ workouts, weekly_info }: PlanContent, runner: Runner): PlanContent {
  const named = workouts.map((workout) => ({
    ...workout,
    segments: namedSegments(workout.segments, workout.workout_type, runner),
  }));
  return { workouts: named, weekly_info };
}

function namedSegments(segments: readonly Segment[], type: WorkoutType, runner: Runner): readonly Segment[] {
  return segments.map((segment) => {
    const { target, repeat } = segment;
    const isNumbers = target !== undefined && target.type !== 'effort' && !isZoneName(target.zone);
    return {
      ...segment,
      ...(isNumbers && { target: { ...target, zone: zoneOfStretch(segment, type, runner) } }),
      ...(repeat && {
        repeat: { times: repeat.times, segments: namedSegments(repeat.segments, type, runner) },
      }),
    };
  });
}
