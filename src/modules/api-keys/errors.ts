import { defineError } from '../../shared/errors.ts';

export const noSuchKey = defineError(
  'not_found',
  404,
  'There is no such API key, or it has been revoked already.',
);
export const tooManyKeys = defineError(
  'conflict',
  409,
  'The organization has as many active API keys as it may have. Revoke one first.',
);
