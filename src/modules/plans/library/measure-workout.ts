import { type Measures, measureSegments } from '../../../training/planning/measure.ts';
import { pacesOf } from '../../../training/planning/paces.ts';
import type { WorkoutText } from './library-workout.ts';
import { NOBODYS_RUNNER } from './read-segments.ts';

/** Nobody's paces: those of an intermediate runner. */
const PACES = pacesOf(NOBODYS_RUNNER);

/** Time and distance of a workout that is nobody's yet. */
export function measureWorkout({
  workout_type,
  segments,
}: Pick<WorkoutText, 'workout_type' | 'segments'>): Measures {
  return measureSegments(segments, PACES, workout_type !== 'strength' && workout_type !== 'cross-training');
}
