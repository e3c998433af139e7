import { defineError } from '../../shared/errors.ts';

export const noSuchWorkout = defineError('not_found', 404, 'There is no such workout in the library.');
export const libraryFull = defineError(
  'conflict',
  409,
  'The library of the organization is full: it has as many workouts as it can have, or as many words. Delete some that nobody uses.',
);
export const noSuchPlan = defineError('not_found', 404, 'There is no such plan.');
export const noSuchPlannedWorkout = defineError('not_found', 404, 'There is no such workout in the plan.');
export const notAssigned = defineError('not_found', 404, 'This athlete does not have the plan.');
export const tooManyPlans = defineError(
  'conflict',
  409,
  'The organization has as many saved plans as it can have. Delete some that nobody follows.',
);

/** With `details` for each fault, in the caller's language. */
export const planRefused = defineError('validation_error', 400, 'No plan can be made of this as it stands.');
