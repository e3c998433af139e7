import { defineError } from '../../shared/errors.ts';

export const workoutDone = defineError(
  'workout_done',
  409,
  'This workout was done: one of your activities is taken for it. Send what you say of it without skipped.',
);
export const workoutRated = defineError(
  'workout_rated',
  409,
  'You said how hard this workout was or how you felt, so it was not skipped. Send rpe and feel as null together with skipped.',
);
export const workoutSkipped = defineError(
  'workout_skipped',
  409,
  'You said that you skipped this workout. Send skipped as null together with rpe or feel.',
);
