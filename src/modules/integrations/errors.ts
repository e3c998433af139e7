import { defineError } from '../../shared/errors.ts';

export const notConfigured = defineError(
  'not_configured',
  503,
  'The operator has not set up this platform, so nobody can connect it here.',
);
export const platformFailed = defineError(
  'upstream_error',
  502,
  'The platform does not answer as it should. Try again in a minute.',
);
/** Forged, expired, used already, or of another platform: which, nobody is told. */
export const unusableState = defineError(
  'validation_error',
  400,
  'This return from the platform is not one that was waited for, or has been used already. Start connecting again.',
);
export const consentDenied = defineError(
  'forbidden',
  403,
  'The athlete has not allowed it, or the platform did not let them.',
);
