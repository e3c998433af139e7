import { defineError } from '../../shared/errors.ts';
import { MAX_ENTRIES, MAX_INJURIES } from './limits.ts';

export const noSuchEntry = defineError('not_found', 404, 'There is no such entry of your availability.');
export const noSuchInjury = defineError('not_found', 404, 'There is no such injury or illness of yours.');
export const tooManyEntries = defineError(
  'conflict',
  409,
  `You have ${MAX_ENTRIES} entries of availability, which is as many as there may be. Delete some that are over.`,
);
export const tooManyInjuries = defineError(
  'conflict',
  409,
  `You have ${MAX_INJURIES} injuries and illnesses, which is as many as there may be. Delete some that are over.`,
);
