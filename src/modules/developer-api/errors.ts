import { defineError } from '../../shared/errors.ts';

/** Also for athletes of other organizations and for those who left. */
export const noSuchAthlete = defineError(
  'not_found',
  404,
  'There is no athlete with this id in the organization.',
);

/** Also for activities the privacy settings hide. */
export const noSuchActivity = defineError('not_found', 404, 'There is no activity with this id.');

export const noSuchSession = defineError('not_found', 404, 'There is no session with this id.');

/** Also for plans that are over, and for those of athletes who left. */
export const noSuchPlan = defineError('not_found', 404, 'There is no active plan with this id.');
