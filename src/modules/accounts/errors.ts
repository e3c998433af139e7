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

export const invalidRefreshToken = defineError(
  'unauthenticated',
  401,
  'The refresh token is not valid or no longer so. Sign in again.',
);
export const signedOut = defineError('unauthenticated', 401, 'You are signed out here. Sign in again.');
export const nothingToRefresh = defineError(
  'unauthenticated',
  401,
  'Send a refresh token in the body, or an access token as "Authorization: Bearer <token>".',
);
export const noSuchSession = defineError('not_found', 404, 'You have no session with this id.');
export const passwordChangedMeanwhile = defineError(
  'conflict',
  409,
  'The password was changed a moment ago. Use the new one.',
);
export const emailChangeLimit = defineError(
  'rate_limited',
  429,
  'Three changes of address an hour are taken from one account and to one address. Try again later.',
);
export const registrationClosed = defineError(
  'registration_closed',
  403,
  'This server takes no new accounts. Ask its operator for one.',
);
export const invitationRequired = defineError(
  'invitation_required',
  403,
  'This server takes new accounts by invitation only. Send the token of an invitation that can still be accepted as invitation_token.',
);

export const idTokensNotTaken = defineError(
  'not_configured',
  503,
  'This server takes no ID tokens: its operator has named no provider in OIDC_ISSUERS. Sign up with a verification mail.',
);
export const invalidIdToken = defineError(
  'unauthenticated',
  401,
  'The ID token is not valid. Get a new one from the provider.',
);
export const providerFailed = defineError(
  'upstream_error',
  502,
  'The provider of the ID token does not publish its keys as it should. Try again in a minute.',
);
export const emailNotVerified = defineError(
  'forbidden',
  403,
  'The provider has not verified the e-mail address of the ID token. Verify it there, or sign up with a verification mail.',
);
export const emailOfAnother = defineError(
  'conflict',
  409,
  'An account with this e-mail address exists, and nothing proves that it is yours. Sign in with its password, or reset that.',
);
