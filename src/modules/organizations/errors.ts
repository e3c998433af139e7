import { isUniqueViolation } from '../../infra/db/database.ts';
import { defineError } from '../../shared/errors.ts';
import { defineQuota } from '../../shared/quotas.ts';

export const orgNameTaken = defineError('conflict', 409, 'An organization with this name exists already.');
export const orgNameLooksAlike = defineError(
  'conflict',
  409,
  'This name looks like that of another organization: letters that look alike, spaces and punctuation tell no names apart. Choose another name.',
);

/** What a violated constraint says about the name; anything else stays as it is. */
export function nameError(error: unknown): unknown {
  if (isUniqueViolation(error, 'organizations_name_key')) return orgNameTaken({ cause: error });
  if (isUniqueViolation(error, 'organization_name_keys_pkey')) return orgNameLooksAlike({ cause: error });
  return error;
}
export const organizationsByAdmins = defineError(
  'organization_creation_restricted',
  403,
  'On this server only platform admins create organizations. Ask one of them to create yours, with you as its head coach.',
);
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
export const rosterIsFull = defineError(
  'conflict',
  409,
  'The organization has as many members as it can have. Remove one first.',
);
export const noSuchCoach = defineError('not_found', 404, 'This user is not a coach of the organization.');
export const leadsAnOrganization = defineError(
  'conflict',
  409,
  'You are the head coach of an organization. Hand it over to another of its coaches, or delete it, then delete your account.',
);
export const alreadyOffered = defineError(
  'conflict',
  409,
  'This person was asked already and has not answered yet. Withdraw the offer to change it.',
);
export const mayNotBeAsked = defineError(
  'conflict',
  409,
  'This person declined or left the organization, and can be added again only after they lift the block themselves.',
);
export const tooManyOffers = defineError(
  'rate_limited',
  429,
  'You have asked too many people, or this person too often, for now. Wait, or pass on an invitation link.',
);
export const noSuchOffer = defineError(
  'not_found',
  404,
  'This organization does not ask you for an answer: it withdrew, or you have answered.',
);
export const offerLapsed = defineError(
  'conflict',
  409,
  'This offer does not hold any more: you are no coach of the organization now, or somebody else leads it.',
);
export const noSuchBlock = defineError('not_found', 404, 'You have not blocked this organization.');
export const cannotLead = defineError('conflict', 409, 'This user cannot lead an organization.');
export const foundedEnough = defineQuota(
  'organizations_founded',
  ({ used, limit }) =>
    `You have founded ${used} organizations, deleted ones included, and an account may found ${limit}. Ask the operator of this server for more.`,
);
export const tooManyLabels = defineQuota(
  'labels',
  ({ used, limit }) =>
    `labels: the members of the organization have ${used} different labels, and there may be ${limit}. Take those that are there, or remove some.`,
);
export const tooManyLabelsOfMember = defineQuota(
  'labels_per_member',
  ({ used, limit }) => `labels: the member has ${used} labels, and may have ${limit}. Leave some out.`,
);
