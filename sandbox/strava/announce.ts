import type { StravaActivity } from './activity.ts';
import type { Platform } from './platform.ts';
import type { StravaEvent } from './send-events.ts';

/** Tells the app, if it has subscribed. */
export function announce(
  { subscriptions, events, now }: Platform,
  event: Omit<StravaEvent, 'event_time' | 'subscription_id'>,
): void {
  const subscription = subscriptions.current();
  if (subscription === null) return;
  const { aspect_type, object_id, object_type, owner_id, updates } = event;
  const body: StravaEvent = {
    aspect_type,
    event_time: Math.floor(now().getTime() / 1_000),
    object_id,
    object_type,
    owner_id,
    subscription_id: subscription.id,
    updates,
  };
  events.send(subscription.callback_url, JSON.stringify(body));
}

/** Tells of an activity. */
export function announceActivity(
  platform: Platform,
  activity: StravaActivity,
  aspect_type: StravaEvent['aspect_type'],
  updates: StravaEvent['updates'] = {},
): void {
  const { id, athlete_id } = activity;
  announce(platform, { aspect_type, object_id: id, object_type: 'activity', owner_id: athlete_id, updates });
}

/** Whether the app learns of an activity as it is: only of athletes who let it read, and of Only You by another scope. */
export function isHeard({ grants }: Platform, { athlete_id, visibility }: StravaActivity): boolean {
  const scopes = grants.of(athlete_id)?.scopes;
  if (scopes === undefined) return false;
  return scopes.has('activity:read_all') || (scopes.has('activity:read') && visibility !== 'only_me');
}

/** Ends all tokens of the athlete. The app hears of it, unless it asked for that itself and is not told. */
export function endGrant(platform: Platform, athlete_id: number, by: 'athlete' | 'app'): void {
  const { ways } = platform.settings;
  if (!platform.grants.revoke(athlete_id)) return;
  if (by === 'app' && !ways.event_after_own_revocation) return;
  announce(platform, {
    aspect_type: ways.deauthorization_aspect,
    object_id: athlete_id,
    object_type: 'athlete',
    owner_id: athlete_id,
    updates: { authorized: 'false' },
  });
}
