import { defineError } from '../../shared/errors.ts';

export const nothingToUndo = defineError(
  'not_found',
  404,
  'There is nothing to undo by this token: it was undone, or is older than 24 hours.',
);
export const noSuchCalendarJob = defineError(
  'not_found',
  404,
  'There is no such change of plans, or it is older than 24 hours.',
);
/** The message names what it is. */
export const changeRefused = defineError('change_refused', 409, 'This workout cannot be changed so.');
export const changedSince = defineError(
  'changed_since',
  409,
  'What was changed since cannot be undone. Nothing was.',
);
/** Also for a link that was ended. */
export const noSuchCalendar = defineError('not_found', 404, 'There is no calendar at this address.');
