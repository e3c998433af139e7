import { defineError } from '../../../shared/errors.ts';

/** The platform sends a post again that is not answered with 200. */
export const deliveryNotStored = defineError('not_stored', 503, 'This could not be stored. Send it again.');
export const wrongSignature = defineError(
  'unauthenticated',
  401,
  'The signature is missing, wrong or too old.',
);
export const wrongVerifyToken = defineError(
  'forbidden',
  403,
  'This is not the token that was agreed on for this subscription.',
);
export const unsignedTooLarge = defineError(
  'payload_too_large',
  413,
  'With neither signature nor key, a post may have 4 KiB.',
);
export const noEvent = defineError('validation_error', 400, 'This is no event.');
export const tooManyHints = defineError(
  'rate_limited',
  429,
  'Too many events with neither signature nor key come from this network. Try again in a minute.',
);
