import { defineError } from '../../shared/errors.ts';
import { MAX_RACES } from './limits.ts';

export const noSuchRace = defineError('not_found', 404, 'There is no such race of yours.');
export const tooManyRaces = defineError(
  'conflict',
  409,
  `You have ${MAX_RACES} races, which is as many as there may be. Delete some.`,
);
export const activityTaken = defineError(
  'conflict',
  409,
  'This activity is that of another race of yours. Take it from there first.',
);
