import { type Measures, measureSegments } from '../planning/measure.ts';
import { pacesOf, type Runner } from '../planning/paces.ts';
import type { PlannedWorkout } from '../planning/plan.ts';
import { isRunning } from '../planning/week-facts.ts';

/** Nobody in particular: what names a zone is an effort until an athlete gets it. */
export const NOBODY: Runner = { paces: null, heart_rates: null, experience_level: 'intermediate' };

const NOBODYS_PACES = pacesOf(NOBODY);

/** Time and distance of a workout that is nobody's yet. */
export function measureForNobody({
  workout_type,
  segments,
}: Pick<PlannedWorkout, 'workout_type' | 'segments'>): Measures {
  return measureSegments(segments, NOBODYS_PACES, isRunning(workout_type));
}
