import type { PlannedWorkout } from '../../../training/planning/plan.ts';
import type { Voice } from './voice.ts';

/**
 * Title and description of a workout, made of its segments alone: what they prescribe, never what follows from it for one
 * runner, since the same words go to everybody who gets the plan.
 *
 * @param variant which of several phrasings, such as the number of the week
 */
export function workoutWords(
  { workout_type }: Pick<PlannedWorkout, 'workout_type' | 'phase' | 'segments'>,
  _voice: Voice,
  _variant = 0,
): { readonly title: string; readonly description: string } {
  return { title: workout_type, description: workout_type };
}
