import { defineError } from '../../shared/errors.ts';

/** 403, not 401: the access token is good, and signing in again would not help. */
export const wrongPassword = defineError('forbidden', 403, 'This is not the password of the account.');
export const wrongIdToken = defineError(
  'forbidden',
  403,
  'The ID token does not prove who you are: it must be yours, and not older than five minutes.',
);
