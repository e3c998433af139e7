import { defineError } from '../../shared/errors.ts';

/** Has `details` for each fault, in the caller's language. */
export const planRefused = defineError('validation_error', 400, 'No plan can be made of this as it stands.');

export const noSuchStream = defineError(
  'not_found',
  404,
  'There is no such stream of yours. One is kept for ten minutes after it was finished, in the memory of one server, and not across its restarts: send the request again.',
);

/** Has `lines`, each with a reason in the caller's language. */
export const draftNotReadable = defineError('draft_not_readable', 400, 'Lines of the draft cannot be read.');
