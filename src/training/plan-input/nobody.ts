import { type Measures, measureSegments } from '../planning/measure.ts';
import { pacesOf, type Runner } from '../planning/paces.ts';
import type { PlannedWorkout } from '../planning/plan.ts';
import { isRunning } from '../planning/week-facts.ts';

/** A runner of whom nothing is known. A target that names a zone stays an effort until an athlete gets the workout. */
export const NOBODY: Runner = { paces: null, heart_rates: null, experience_level: 'intermediate' };

const NOBODYS_PACES = pacesOf(NOBODY);

export function measureForNobody({
  workout_type,
  segments,
}: Pick<PlannedWorkout, 'workout_type' | 'segments'>): Measures {
  return measureSegments(segments, NOBODYS_PACES, isRunning(workout_type));
}
