import { defineError } from '../../shared/errors.ts';

export const groupNameTaken = defineError(
  'conflict',
  409,
  'The organization has a group with this name already.',
);
export const noSuchGroup = defineError('not_found', 404, 'There is no such group.');
export const notInGroup = defineError('not_found', 404, 'This user is not in the group.');
