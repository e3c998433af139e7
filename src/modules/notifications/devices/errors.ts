import { defineError } from '../../../shared/errors.ts';

export const notYourDevice = defineError(
  'forbidden',
  403,
  'A device is registered by whoever is signed in on it: leave user_id out, or send your own.',
);
export const noSuchDevice = defineError('not_found', 404, 'You have no device with this token.');
export const webPushNotConfigured = defineError(
  'not_configured',
  503,
  'This server pushes to no browsers: its operator has set no VAPID keys.',
);
export const noSuchUser = defineError('not_found', 404, 'There is no user with this id.');
