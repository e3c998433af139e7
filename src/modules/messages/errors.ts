import { defineError } from '../../shared/errors.ts';
import { MAX_POSTS_A_MINUTE, MAX_POSTS_AN_HOUR } from './post-limits.ts';

export const noSuchThing = defineError('not_found', 404, 'There is nothing with this id to comment on.');
export const noSuchPost = defineError('not_found', 404, 'There is no comment or message with this id.');
export const noSuchThread = defineError('not_found', 404, 'There is no thread with this id.');
export const noSuchNote = defineError('not_found', 404, 'There is no note with this id.');
export const notYourPost = defineError('forbidden', 403, 'Only its author may change or delete this.');
export const onlyTheHeadCoach = defineError(
  'forbidden',
  403,
  'Only the head coach of the organization may hide what somebody has written.',
);
export const notChangeable = defineError(
  'conflict',
  409,
  'This was deleted or hidden, and cannot be changed any more.',
);
export const notYourNote = defineError(
  'forbidden',
  403,
  'Only its author may change a note, and only its author or the head coach may delete it.',
);
export const postLimit = defineError(
  'rate_limited',
  429,
  `You have written ${MAX_POSTS_A_MINUTE} times within a minute, or ${MAX_POSTS_AN_HOUR} times within an hour. Wait, as Retry-After says.`,
);
