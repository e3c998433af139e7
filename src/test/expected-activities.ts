/**
 * What an organization may see of activities, written out from the specification's words alone: the tests' second
 * opinion on `src/privacy` and on the SQL that applies it. Plain data in, plain data out; nothing of the server's is
 * imported.
 */

type Measure = number | null;

/** An activity as it is stored. */
export type PlainActivity = {
  readonly id: string;
  readonly user_id: string;
  readonly source: string;
  readonly external_id: string | null;
  readonly sport_type: string;
  readonly workout_type: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly start_time: Date;
  readonly timezone: string;
  readonly duration_s: number;
  readonly moving_time_s: Measure;
  readonly distance_m: Measure;
  readonly elevation_gain_m: Measure;
  readonly elevation_loss_m: Measure;
  readonly average_speed_mps: Measure;
  readonly max_speed_mps: Measure;
  readonly average_heart_rate_bpm: Measure;
  readonly max_heart_rate_bpm: Measure;
  readonly average_cadence_spm: Measure;
  readonly average_power_w: Measure;
  readonly calories_kcal: Measure;
  readonly training_load: Measure;
  readonly vdot: Measure;
  readonly laps: readonly object[];
  readonly best_efforts: readonly object[];
  readonly start_latlng: readonly number[] | null;
  readonly map_polyline: string | null;
  readonly device_name: string | null;
  readonly is_race: boolean;
  readonly private: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
};

/** Settings as they are stored: whatever is not `true` does not share. */
export type PlainPrivacy = Readonly<Record<string, unknown>>;

/** What each source's terms allow; a source that is not named allows both. */
export type PlainPolicies = Readonly<
  Record<string, { readonly show_to_coach: boolean; readonly export: boolean }>
>;

/** Of a server that is not told otherwise. Strava's terms: not out of the house. */
export const USUAL_POLICIES: PlainPolicies = { strava: { show_to_coach: true, export: false } };

/** The two ways out to an organization: its keys and coaches, or an archive. */
export type Door = 'api' | 'export';

export type ExpectedActivity = Record<string, unknown>;

/** The activity object, or null where nothing of it may be known. */
export function expectedActivity(
  activity: PlainActivity,
  privacy: PlainPrivacy,
  door: Door,
  policies: PlainPolicies = USUAL_POLICIES,
): ExpectedActivity | null {
  if (privacy.share_activity_with_coach !== true) return null;
  if (activity.private) return null;
  if (activity.is_race && privacy.share_race_history !== true) return null;
  const policy = policies[activity.source];
  if (policy?.show_to_coach === false) return null;
  if (policy?.export === false && door === 'export') return null;

  const hidden = hiddenFields(privacy);
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
    moving_time_s: activity.moving_time_s,
    distance_m: activity.distance_m,
    elevation_gain_m: activity.elevation_gain_m,
    elevation_loss_m: activity.elevation_loss_m,
    average_speed_mps: activity.average_speed_mps,
    max_speed_mps: activity.max_speed_mps,
    average_pace_s_per_km: ON_FOOT.test(activity.sport_type)
      ? pace(activity.moving_time_s, activity.distance_m)
      : null,
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

function hiddenFields(privacy: PlainPrivacy): Set<string> {
  const hidden = new Set<string>();
  const hide = (...names: string[]): void => {
    for (const name of names) hidden.add(name);
  };
  if (privacy.share_activity_map !== true) hide('start_latlng', 'map_polyline');
  if (privacy.share_pb !== true) hide('best_efforts');
  if (privacy.share_pace_data !== true) {
    hide('average_speed_mps', 'max_speed_mps', 'average_pace_s_per_km', 'vdot', 'best_efforts');
    // Of a run without heart rate it is a function of distance, time and threshold pace.
    hide('training_load');
    // With its duration a lap's distance is its speed.
    hide('laps.distance_m', 'laps.average_speed_mps', 'laps.max_speed_mps');
  }
  return hidden;
}

const ON_FOOT = /run$|^(?:walk|hike|mountaineering|snowshoe)$/;

/** Moving seconds a kilometre, to the tenth. */
function pace(moving_time_s: Measure, distance_m: Measure): Measure {
  if (moving_time_s === null || distance_m === null || moving_time_s < 1 || distance_m < 1) return null;
  return Math.floor((moving_time_s * 10_000) / distance_m + 0.5) / 10;
}

/** Newest first, then by id. */
function newestFirst<A extends PlainActivity>(activities: readonly A[]): A[] {
  return activities.toSorted(
    (a, b) => b.start_time.getTime() - a.start_time.getTime() || (a.id < b.id ? 1 : -1),
  );
}

/** What of them one athlete's list or export holds, in its order. */
export function expectedList(
  activities: readonly PlainActivity[],
  privacy: PlainPrivacy,
  door: Door,
  policies: PlainPolicies = USUAL_POLICIES,
): ExpectedActivity[] {
  return newestFirst(activities)
    .map((activity) => expectedActivity(activity, privacy, door, policies))
    .filter((view) => view !== null);
}
