import { measureForNobody } from '../../../training/plan-input/nobody.ts';
import { writeWorkoutText } from '../../../training/workout-text/write-workout-text.ts';
import type { StoredWorkout } from './queries.ts';

export function presentWorkout(workout: StoredWorkout) {
  const { duration_s, distance_m } = measureForNobody(workout);
  return {
    id: workout.id,
    org_id: workout.org_id,
    title: workout.title,
    description: workout.description,
    workout_type: workout.workout_type,
    segments: workout.segments,
    text: writeWorkoutText(workout.segments),
    duration_s,
    distance_m,
    labels: workout.labels,
    created_by: workout.created_by,
    created_at: workout.created_at.toISOString(),
    updated_at: workout.updated_at.toISOString(),
  };
}
