import { defineError } from '../../shared/errors.ts';

export const nothingToMark = defineError(
  'conflict',
  409,
  'There is no reason to look at this athlete at the moment, so there is nothing to handle or to put off.',
);
