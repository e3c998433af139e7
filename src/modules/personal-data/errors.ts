import { defineError } from '../../shared/errors.ts';

export const exportingAlready = defineError(
  'rate_limited',
  429,
  'Your data is being exported already. Take that archive, or break it off, before you ask for another.',
);
