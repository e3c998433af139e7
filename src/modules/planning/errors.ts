import { defineError } from '../../shared/errors.ts';

/** With `details` for each fault, in the caller's language. */
export const planRefused = defineError('validation_error', 400, 'No plan can be made of this as it stands.');

/** With `lines`, each with a reason in the caller's language. */
export const draftNotReadable = defineError('draft_not_readable', 400, 'Lines of the draft cannot be read.');
