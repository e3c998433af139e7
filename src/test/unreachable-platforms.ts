import { createECDH } from 'node:crypto';

/**
 * Apps at platforms, a push service of browsers and chat messengers, where nobody answers: for tests whose requests lead nowhere. With OAuth 2.0 at
 * both platforms, setting out to connect one needs no answer.
 */
const NOWHERE = 'http://127.0.0.1:1';

const vapid = createECDH('prime256v1');
vapid.setPrivateKey(Buffer.alloc(32, 7));

export const UNREACHABLE_PLATFORMS = {
  STRAVA_CLIENT_ID: '99001',
  STRAVA_CLIENT_SECRET: 'strava-client-secret-0123456789',
  STRAVA_WEBHOOK_VERIFY_TOKEN: 'strava-verify-token-0123456789',
  STRAVA_WEB_URL: NOWHERE,
  STRAVA_API_URL: NOWHERE,
  GARMIN_CONSUMER_KEY: 'garmin-consumer-key',
  GARMIN_CONSUMER_SECRET: 'garmin-consumer-secret-0123456789',
  GARMIN_PUSH_API_KEY: 'garmin-push-key-0123456789',
  GARMIN_OAUTH: '2.0',
  GARMIN_WEB_URL: NOWHERE,
  GARMIN_OAUTH_URL: NOWHERE,
  GARMIN_API_URL: NOWHERE,
  GARMIN_TOKEN_URL: NOWHERE,
  VAPID_PUBLIC_KEY: vapid.getPublicKey('base64url'),
  VAPID_PRIVATE_KEY: vapid.getPrivateKey('base64url'),
  VAPID_SUBJECT: 'mailto:operator@example.org',
  WEB_PUSH_ORIGINS: NOWHERE,
  LINE_CHANNEL_ACCESS_TOKEN: 'line-channel-access-token-0123456789',
  LINE_CHANNEL_SECRET: 'line-channel-secret-0123456789',
  LINE_BOT_ID: '@ekiden',
  LINE_API_URL: NOWHERE,
  TELEGRAM_BOT_TOKEN: '4711:telegram-bot-token-0123456789',
  TELEGRAM_BOT_NAME: 'ekiden_bot',
  TELEGRAM_WEBHOOK_SECRET: 'telegram-webhook-secret-0123456789',
  TELEGRAM_API_URL: NOWHERE,
} as const;
