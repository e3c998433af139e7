import {
  type ActivityCeiling,
  type ActivityField,
  type ActivityFlags,
  viewActivity,
} from '../../privacy/index.ts';
import { isOnFoot, isSwimming } from '../../training/sport.ts';
import type { StoredActivity } from './activity.ts';

/** The full activity object, before the ceiling: only a view of it may leave. `activity-json.ts` does the same in SQL. */
function presentActivity(activity: StoredActivity) {
  const { moving_time_s, distance_m } = activity;
  return {
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
    moving_time_s,
    distance_m,
    elevation_gain_m: activity.elevation_gain_m,
    elevation_loss_m: activity.elevation_loss_m,
    average_speed_mps: activity.average_speed_mps,
    max_speed_mps: activity.max_speed_mps,
    average_pace_s_per_km: isOnFoot(activity.sport_type) ? paceOf(moving_time_s, distance_m, 1_000) : null,
    average_heart_rate_bpm: activity.average_heart_rate_bpm,
    max_heart_rate_bpm: activity.max_heart_rate_bpm,
    average_cadence_spm: activity.average_cadence_spm,
    average_power_w: activity.average_power_w,
    calories_kcal: activity.calories_kcal,
    training_load: activity.training_load,
    vdot: activity.vdot,
    laps: activity.laps,
    best_efforts: activity.best_efforts,
    start_latlng: activity.start_latlng,
    map_polyline: activity.map_polyline,
    device_name: activity.device_name,
    is_race: activity.is_race,
    created_at: activity.created_at.toISOString(),
    updated_at: activity.updated_at.toISOString(),
    private: activity.private,
  } satisfies Record<ActivityField, unknown> & ActivityFlags;
}

/** Moving seconds per distance, to the tenth; none for less than a second or a metre. */
function paceOf(moving_time_s: number | null, distance_m: number | null, of_m: number): number | null {
  if (moving_time_s === null || distance_m === null || moving_time_s < 1 || distance_m < 1) return null;
  // The same operations as in SQL, in the same order, so that both round alike.
  return Math.floor((moving_time_s * (of_m * 10)) / distance_m + 0.5) / 10;
}

/**
 * The activity object under a ceiling: hidden members are absent and named in `privacy_filtered`. Null when the audience
 * may not know of the activity: answer as if it did not exist.
 */
export function viewStoredActivity(ceiling: ActivityCeiling, activity: StoredActivity) {
  const view = viewActivity(ceiling, presentActivity(activity));
  return view && { ...view.activity, privacy_filtered: [...view.privacy_filtered] };
}
export type ActivityView = NonNullable<ReturnType<typeof viewStoredActivity>>;

export function viewOwnActivity(activity: StoredActivity) {
  const { sport_type, moving_time_s, distance_m } = activity;
  return {
    ...presentActivity(activity),
    average_pace_s_per_100m: isSwimming(sport_type) ? paceOf(moving_time_s, distance_m, 100) : null,
    privacy_filtered: [] as string[],
  };
}
export type OwnActivityView = ReturnType<typeof viewOwnActivity>;
