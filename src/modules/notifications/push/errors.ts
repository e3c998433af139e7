import { defineError } from '../../../shared/errors.ts';
import {
  MAX_DIRECT_AN_HOUR,
  MAX_PUSHES_A_MINUTE,
  MAX_TOPIC_PUSHES_A_DAY,
  MAX_TOPIC_PUSHES_A_DAY_BY_ONE,
} from './push.ts';

export const noSuchPerson = defineError('not_found', 404, 'There is no user with this id.');
export const noSuchPush = defineError('not_found', 404, 'There is no push with this id.');
export const notForYourself = defineError(
  'forbidden',
  403,
  'Coaches push to the athletes of their organizations, and platform admins to everybody. You are neither, and this is you.',
);
export const notYourTopic = defineError(
  'forbidden',
  403,
  'Platform admins push to any topic. Coaches push to org-<org_id> of their own organization; to one person, send user_id.',
);
export const pushLimit = defineError(
  'rate_limited',
  429,
  `You have sent ${MAX_PUSHES_A_MINUTE} pushes within a minute. Wait, as Retry-After says.`,
);
export const personalPushLimit = defineError(
  'rate_limited',
  429,
  `You have sent ${MAX_DIRECT_AN_HOUR} pushes to this person within an hour. Wait, as Retry-After says.`,
);
export const topicPushLimit = defineError(
  'rate_limited',
  429,
  `To this organization ${MAX_TOPIC_PUSHES_A_DAY} pushes have gone within a day. Wait, as Retry-After says.`,
);
export const ownTopicPushLimit = defineError(
  'rate_limited',
  429,
  `You have sent ${MAX_TOPIC_PUSHES_A_DAY_BY_ONE} pushes to topics of organizations within a day, of all of them together. Wait, as Retry-After says.`,
);
