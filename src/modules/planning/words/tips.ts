import type { WorkoutType } from '../../../training/workout-types.ts';
import type { Voice } from './voice.ts';

/** What a coach says with a workout; hard ones of a taper have sentences of their own. Several phrasings each. */
export type Tips = Readonly<
  Record<Voice['persona'], Readonly<Record<WorkoutType | 'taper', readonly string[]>>>
>;
