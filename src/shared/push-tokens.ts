import { DAY_MS } from './time.ts';

/**
 * After 270 days without a sign of life Firebase forgets an Android device's token and refuses pushes to it. Apple names no
 * such time; one rule for all keeps old phones from counting.
 *
 * Source: https://firebase.google.com/docs/cloud-messaging/manage-tokens ("Stale and expired registrations").
 */
const PUSH_TOKEN_LIFE_MS = 270 * DAY_MS;

/** A push token is taken for valid when it was last registered (`device_tokens.last_active_at`) later than this. */
export function pushTokensExpireBefore(now: Date): Date {
  return new Date(now.getTime() - PUSH_TOKEN_LIFE_MS);
}
