import { defineError } from '../../../shared/errors.ts';
import { MAX_TOPICS } from './settings.ts';

export const noSuchOptOut = defineError(
  'not_found',
  404,
  'You have not opted out of the messages of an organization with this id.',
);
export const noSuchSubscription = defineError('not_found', 404, 'You are not subscribed to this topic.');
export const tooManyTopics = defineError(
  'conflict',
  409,
  `You are subscribed to ${MAX_TOPICS} topics, as many as one can be: leave one of them first.`,
);
