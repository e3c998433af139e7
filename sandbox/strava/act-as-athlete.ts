import type { ActivityChanges, StravaActivity } from './activity.ts';
import type { ActivityInput } from './keep-world.ts';
import type { Platform } from './platform.ts';
import { olderType } from './sports.ts';

type StravaEvent = {
  readonly aspect_type: 'create' | 'update' | 'delete';
  readonly event_time: number;
  readonly object_id: number;
  readonly object_type: 'activity' | 'athlete';
  readonly owner_id: number;
  readonly subscription_id: number;
  readonly updates: Readonly<Record<string, string>>;
};

function announce(
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

function announceActivity(
  platform: Platform,
  { id, athlete_id }: StravaActivity,
  aspect_type: StravaEvent['aspect_type'],
  updates: StravaEvent['updates'] = {},
): void {
  announce(platform, { aspect_type, object_id: id, object_type: 'activity', owner_id: athlete_id, updates });
}

/** Whether the app learns of an activity as it is: only of athletes who let it read, and of Only You by another scope. */
function isHeard({ grants }: Platform, { athlete_id, visibility }: StravaActivity): boolean {
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

/** An hour before it is uploaded. */
const UPLOADED_AFTER_MS = 3_600_000;

export function addActivity(
  platform: Platform,
  athlete_id: number,
  input: ActivityInput = {},
): StravaActivity {
  const start = input.start ?? new Date(platform.now().getTime() - UPLOADED_AFTER_MS);
  const activity = platform.world.add(athlete_id, start, input);
  if (isHeard(platform, activity)) announceActivity(platform, activity, 'create');
  return activity;
}

/**
 * Somebody changes an activity. To an app that may not see Only You, one that becomes so is gone, and one that no longer is
 * is new.
 */
export function changeActivity(platform: Platform, id: number, changes: ActivityChanges): StravaActivity {
  const before = existing(platform, id);
  const after = { ...before, ...changes };
  platform.world.replace(after);
  const [heard, hears] = [isHeard(platform, before), isHeard(platform, after)];
  if (heard && !hears) announceActivity(platform, after, 'delete');
  else if (!heard && hears) announceActivity(platform, after, 'create');
  else if (hears) {
    const updates = differences(platform, before, after);
    if (Object.keys(updates).length > 0) announceActivity(platform, after, 'update', updates);
  }
  return after;
}

export function deleteActivity(platform: Platform, id: number): void {
  const activity = existing(platform, id);
  platform.world.remove(activity);
  if (isHeard(platform, activity)) announceActivity(platform, activity, 'delete');
}

function existing({ world }: Platform, id: number): StravaActivity {
  const activity = world.find(id);
  if (activity === undefined) throw new RangeError(`The platform has no activity ${id}.`);
  return activity;
}

/** Title, sport and Only You are told of; between everyone and followers nothing is. */
function differences(
  { settings }: Platform,
  before: StravaActivity,
  after: StravaActivity,
): StravaEvent['updates'] {
  const key = settings.ways.sport_update_key;
  const isPrivate = after.visibility === 'only_me';
  return {
    ...(before.name === after.name ? {} : { title: after.name }),
    ...(before.sport_type === after.sport_type
      ? {}
      : { [key]: key === 'type' ? olderType(after.sport_type) : after.sport_type }),
    ...((before.visibility === 'only_me') === isPrivate ? {} : { private: String(isPrivate) }),
  };
}
