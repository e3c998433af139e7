import { defineError } from '../../shared/errors.ts';
import { defineQuota } from '../../shared/quotas.ts';

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
/** The return is forged, expired, used already, or of another platform. The caller does not learn which. */
export const unusableState = defineError(
  'validation_error',
  400,
  'This return from the platform is not one that was waited for, or has been used already. Start connecting again.',
);
/** The confirmation is unknown, for somebody else, used already, or has another verifier. The caller does not learn which. */
export const unusableConfirmation = defineError(
  'validation_error',
  400,
  'Nothing waits for this confirmation: it is for somebody else or another code_verifier, or is over. Start connecting again.',
);
export const consentDenied = defineError(
  'forbidden',
  403,
  'The athlete has not allowed it, or the platform did not let them.',
);
export const noRoomForSamples = defineQuota(
  'samples',
  ({ used, limit }) =>
    `There is no room for these samples: ${used} of yours are kept, and an account may have ${limit}. Nothing of this request was stored: send it without samples that are new.`,
);
