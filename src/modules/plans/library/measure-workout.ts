import { type Measures, measureSegments } from '../../../training/planning/measure.ts';
import { pacesOf } from '../../../training/planning/paces.ts';
import { isRunning } from '../../../training/planning/week-facts.ts';
import type { WorkoutText } from './library-workout.ts';
import { NOBODYS_RUNNER } from './read-segments.ts';

/** Nobody's paces: those of an intermediate runner. */
const PACES = pacesOf(NOBODYS_RUNNER);

/** Time and distance of a workout that is nobody's yet. */
export function measureWorkout(workout: Pick<WorkoutText, 'workout_type' | 'segments'>): Measures {
  return measureSegments(workout.segments, PACES, isRunning(workout.workout_type));
}
