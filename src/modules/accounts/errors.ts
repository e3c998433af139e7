import { defineError } from '../../shared/errors.ts';

export const verificationLimit = defineError(
  'rate_limited',
  429,
  'Three verification mails an hour are sent to one address. Look into the spam folder, or try again later.',
);
export const mailRequestLimit = defineError(
  'rate_limited',
  429,
  'Too many mails were asked for from your network within the hour. Try again later.',
);
export const loginLimit = defineError('rate_limited', 429, 'Too many failed sign-ins. Try again later.');
/** One answer for an unknown e-mail, a wrong password and an account that may not sign in. */
export const invalidCredentials = defineError(
  'unauthenticated',
  401,
  'The e-mail address and the password do not belong together.',
);
export const invalidAccessToken = defineError(
  'unauthenticated',
  401,
  'The access token is not valid or no longer so. Sign in again.',
);
