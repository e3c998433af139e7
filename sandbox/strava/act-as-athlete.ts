import type { ActivityChanges, StravaActivity } from './activity.ts';
import { announceActivity, endGrant, isHeard } from './announce.ts';
import type { ActivityInput } from './make-activity.ts';
import type { Platform } from './platform.ts';
import type { StravaEvent } from './send-events.ts';
import { olderType } from './sports.ts';

/** An hour before it is uploaded. */
const UPLOADED_AFTER_MS = 3_600_000;

/** Somebody uploads an activity. */
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

/** Somebody takes back, in the platform's settings, what they have allowed the app. */
export function revokeByAthlete(platform: Platform, athlete_id: number): void {
  endGrant(platform, athlete_id, 'athlete');
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
