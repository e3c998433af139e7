import { defineError } from '../../shared/errors.ts';

export const orgNameTaken = defineError('conflict', 409, 'An organization with this name exists already.');
export const noSuchOrganization = defineError('not_found', 404, 'There is no organization with this id.');
export const alreadyMember = defineError(
  'conflict',
  409,
  'This user is a member of the organization already.',
);
export const isHeadCoach = defineError('conflict', 409, 'This user is the head coach of the organization.');
export const noSuchUser = defineError('not_found', 404, 'There is no user with this id.');
export const noSuchMember = defineError('not_found', 404, 'This user is not a member of the organization.');
export const tooManyCoaches = defineError(
  'conflict',
  409,
  'The organization has as many coaches as it may have. Dismiss one first.',
);
export const noSuchCoach = defineError('not_found', 404, 'This user is not a coach of the organization.');
export const leadsAnOrganization = defineError(
  'conflict',
  409,
  'You are the head coach of an organization. Hand it over to another of its coaches, or delete it, then delete your account.',
);
export const cannotLead = defineError('conflict', 409, 'This user cannot lead an organization.');
