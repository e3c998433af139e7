import { defineError } from '../../../shared/errors.ts';

export const noSuchNotification = defineError(
  'not_found',
  404,
  'There is no notification with this id in your centre.',
);
