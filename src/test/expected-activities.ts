/**
 * What an organization may see of activities, written out from the specification's words alone: the tests' second
 * opinion on `src/privacy` and on the SQL that applies it.
 */
import type { StoredActivity } from '../modules/activities/activity.ts';
import type { PrivacySettings } from '../privacy/index.ts';

export type ExpectedActivity = Record<string, unknown>;

/** The activity object, or null where nothing of it may be known. */
export function expectedActivity(
  activity: StoredActivity,
  privacy: PrivacySettings,
  door: 'api' | 'export',
): ExpectedActivity | null {
  if (!privacy.share_activity_with_coach || activity.private) return null;
  if (activity.is_race && !privacy.share_race_history) return null;
  // Strava's terms: not out of the house.
  if (door === 'export' && activity.source === 'strava') return null;
  const hidden = new Set<string>();
  if (!privacy.share_activity_map) for (const name of ['start_latlng', 'map_polyline']) hidden.add(name);
  if (!privacy.share_pb) hidden.add('best_efforts');
  if (!privacy.share_pace_data) {
    for (const name of [
      'average_speed_mps',
      'max_speed_mps',
      'average_pace_s_per_km',
      'vdot',
      'best_efforts',
    ])
      hidden.add(name);
    for (const name of ['distance_m', 'average_speed_mps', 'max_speed_mps']) hidden.add(`laps.${name}`);
  }
  const { moving_time_s: moving, distance_m: distance } = activity;
  const whole: ExpectedActivity = {
    id: activity.id,
    athlete_id: activity.user_id,
    source: activity.source,
    external_id: activity.external_id,
    sport_type: activity.sport_type,
    workout_type: activity.workout_type,
    name: activity.name,
    description: activity.description,
    start_time: activity.start_time.toISOString(),
    start_time_ms: activity.start_time.getTime(),
    timezone: activity.timezone,
    duration_s: activity.duration_s,
    moving_time_s: moving,
    distance_m: distance,
    elevation_gain_m: activity.elevation_gain_m,
    elevation_loss_m: activity.elevation_loss_m,
    average_speed_mps: activity.average_speed_mps,
    max_speed_mps: activity.max_speed_mps,
    average_pace_s_per_km:
      moving === null || distance === null || moving < 1 || distance < 1
        ? null
        : Math.floor((moving * 10_000) / distance + 0.5) / 10,
    average_heart_rate_bpm: activity.average_heart_rate_bpm,
    max_heart_rate_bpm: activity.max_heart_rate_bpm,
    average_cadence_spm: activity.average_cadence_spm,
    average_power_w: activity.average_power_w,
    calories_kcal: activity.calories_kcal,
    training_load: activity.training_load,
    vdot: activity.vdot,
    laps: activity.laps.map((lap) =>
      Object.fromEntries(Object.entries(lap).filter(([name]) => !hidden.has(`laps.${name}`))),
    ),
    best_efforts: activity.best_efforts,
    start_latlng: activity.start_latlng,
    map_polyline: activity.map_polyline,
    device_name: activity.device_name,
    is_race: activity.is_race,
    created_at: activity.created_at.toISOString(),
    updated_at: activity.updated_at.toISOString(),
  };
  for (const name of hidden) delete whole[name];
  return { ...whole, privacy_filtered: [...hidden].sort() };
}

/** Newest first, then by id. */
export function newestFirst(activities: readonly StoredActivity[]): StoredActivity[] {
  return activities.toSorted(
    (a, b) => b.start_time.getTime() - a.start_time.getTime() || (a.id < b.id ? 1 : -1),
  );
}

/** What of them one athlete's list or export holds, in its order. */
export function expectedList(
  activities: readonly StoredActivity[],
  privacy: PrivacySettings,
  door: 'api' | 'export',
): ExpectedActivity[] {
  return newestFirst(activities)
    .map((activity) => expectedActivity(activity, privacy, door))
    .filter((view) => view !== null);
}
