import { defineError } from '../../../shared/errors.ts';

export const chatNotConfigured = defineError(
  'not_configured',
  503,
  'This server has no account at this messenger: its operator has set none up.',
);
export const noSuchChat = defineError('not_found', 404, 'You have not connected this messenger.');
export const wrongChatSignature = defineError(
  'unauthenticated',
  401,
  'The signature is not that of the messenger for this body.',
);
export const noChatEvent = defineError('validation_error', 400, 'This is no event of the messenger.');
