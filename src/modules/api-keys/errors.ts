import { defineError } from '../../shared/errors.ts';

export const noSuchKey = defineError(
  'not_found',
  404,
  'There is no such API key, or it is not active any more.',
);
export const tooManyKeys = defineError(
  'conflict',
  409,
  'The organization has as many active API keys as it may have. Revoke one first.',
);
export const keyReplaced = defineError(
  'conflict',
  409,
  'The API key has been replaced already. Reroll the one in its place (replaced_by), or create a new one.',
);
export const tooManyReplacedKeys = defineError(
  'conflict',
  409,
  'The organization has too many replaced API keys that still work. Revoke one first, or reroll with overlap_s 0.',
);
