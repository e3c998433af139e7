import { defineError } from '../../../shared/errors.ts';

/** For the platform, which sends again what is not answered with 200. */
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
  'Without a signature, a post may have 64 KiB.',
);
