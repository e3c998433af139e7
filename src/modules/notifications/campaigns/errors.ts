import { defineError } from '../../../shared/errors.ts';
import { defineQuota } from '../../../shared/quotas.ts';
import { MAX_A_DAY, MAX_A_DAY_BY_ONE } from './campaign.ts';

export const noSuchCampaign = defineError('not_found', 404, 'The organization has no such campaign.');
export const notChangeable = defineError(
  'conflict',
  409,
  'Only drafts and scheduled campaigns can be changed. Write a new one.',
);
export const notADraft = defineError(
  'conflict',
  409,
  'Only a draft is sent like this: this campaign is scheduled, has begun to go out, or was cancelled. A scheduled one goes out sooner if you change its scheduled_at.',
);
export const notUnderWay = defineError(
  'conflict',
  409,
  'There is nothing to cancel: this campaign is a draft, has gone out to everybody, or was cancelled before.',
);
export const notDeletable = defineError(
  'conflict',
  409,
  'Only drafts, and campaigns of which nothing has gone out, can be deleted. Cancel a scheduled one first.',
);
export const tooManyCampaigns = defineQuota(
  'campaigns',
  ({ used, limit }) =>
    `The organization has ${used} campaigns, and may have ${limit}. Delete drafts and cancelled ones.`,
);
export const tooManyDrafts = defineQuota(
  'drafts',
  ({ used, limit }) =>
    `The organization has ${used} drafts of campaigns, and may have ${limit}. Send some, or delete them.`,
);
export const dayIsFull = defineError(
  'conflict',
  409,
  `At most ${MAX_A_DAY} campaigns of an organization go out on one day. Choose another day.`,
);
export const campaignLimit = defineError(
  'rate_limited',
  429,
  `At most ${MAX_A_DAY} campaigns of an organization go out on one day. Send it tomorrow, or schedule it.`,
);
export const ownDayIsFull = defineError(
  'conflict',
  409,
  `At most ${MAX_A_DAY_BY_ONE} campaigns of one author go out on one day, of all organizations together. Choose another day.`,
);
export const ownCampaignLimit = defineError(
  'rate_limited',
  429,
  `You have sent or scheduled ${MAX_A_DAY_BY_ONE} campaigns within a day, of all your organizations together. Wait, as Retry-After says.`,
);
export const previewLimit = defineError(
  'rate_limited',
  429,
  'You have asked whom campaigns would reach 60 times within a minute. Wait, as Retry-After says.',
);
