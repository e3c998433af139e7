/**
 * Apps at platforms where nobody answers: for tests whose requests lead nowhere. With OAuth 2.0 at both, setting out to connect one
 * needs no answer.
 */
const NOWHERE = 'http://127.0.0.1:1';

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
} as const;
