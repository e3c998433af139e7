import { defineError } from '../../shared/errors.ts';
import { defineQuota } from '../../shared/quotas.ts';

export const groupNameTaken = defineError(
  'conflict',
  409,
  'The organization has a group with this name already.',
);
export const noSuchGroup = defineError('not_found', 404, 'There is no such group.');
export const notInGroup = defineError('not_found', 404, 'This user is not in the group.');
export const tooManyGroups = defineQuota(
  'groups',
  ({ used, limit }) => `The organization has ${used} groups, and may have ${limit}. Delete one first.`,
);
