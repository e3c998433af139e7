import type { PrivacySetting } from './settings.ts';

/**
 * Every field that can leave the athlete's hands, and the facet of them it shows. A field that is not here is shown to
 * nobody; adding one means choosing its facet. Derived values take the facet of what they give away.
 */
export const ACTIVITY_FIELDS = {
  id: 'plain',
  athlete_id: 'plain',
  source: 'plain',
  external_id: 'plain',
  sport_type: 'plain',
  workout_type: 'plain',
  name: 'plain',
  description: 'plain',
  start_time: 'plain',
  start_time_ms: 'plain',
  timezone: 'plain',
  // Distance over time is the average speed. The specification keeps both when pace is withheld: without them there is
  // no training log left, and who must not see even that is refused the whole activity.
  duration_s: 'plain',
  moving_time_s: 'plain',
  distance_m: 'plain',
  elevation_gain_m: 'plain',
  elevation_loss_m: 'plain',
  average_speed_mps: 'pace',
  max_speed_mps: 'pace',
  average_pace_s_per_km: 'pace',
  average_heart_rate_bpm: 'body',
  max_heart_rate_bpm: 'body',
  average_cadence_spm: 'plain',
  average_power_w: 'body',
  calories_kcal: 'body',
  // Where no heart rate is known it is a function of distance, time and the athlete's threshold pace.
  training_load: 'load',
  vdot: 'pace',
  laps: 'plain',
  best_efforts: 'best_efforts',
  start_latlng: 'map',
  map_polyline: 'map',
  device_name: 'plain',
  is_race: 'plain',
  created_at: 'plain',
  updated_at: 'plain',
} as const satisfies Record<string, ActivityFacet>;
export type ActivityField = keyof typeof ACTIVITY_FIELDS;

export const LAP_FIELDS = {
  index: 'plain',
  start_time: 'plain',
  duration_s: 'plain',
  moving_time_s: 'plain',
  // With its duration a lap's distance is its speed. Start times give the duration away, so the distance goes.
  distance_m: 'pace',
  average_speed_mps: 'pace',
  max_speed_mps: 'pace',
  average_heart_rate_bpm: 'body',
  max_heart_rate_bpm: 'body',
  average_cadence_spm: 'plain',
  average_power_w: 'body',
  elevation_gain_m: 'plain',
  elevation_loss_m: 'plain',
  calories_kcal: 'body',
} as const satisfies Record<string, ActivityFacet>;
export type LapField = keyof typeof LAP_FIELDS;

/** Shown or hidden together, as the activity's `best_efforts`: each is a time over a distance. */
export const BEST_EFFORT_FIELDS = ['name', 'distance_m', 'duration_s', 'start_offset_s'] as const;
export type BestEffortField = (typeof BEST_EFFORT_FIELDS)[number];

export const STREAM_COLUMNS = {
  time_s: 'plain',
  distance_m: 'motion',
  latlng: 'track',
  altitude_m: 'plain',
  speed_mps: 'motion',
  heart_rate_bpm: 'body',
  cadence_spm: 'plain',
  power_w: 'body',
  temperature_c: 'plain',
} as const satisfies Record<string, ActivityFacet>;
export type StreamColumn = keyof typeof STREAM_COLUMNS;

export const ATHLETE_FIELDS = {
  id: 'plain',
  username: 'plain',
  display_name: 'plain',
  created_at: 'plain',
  first_name: 'real_name',
  last_name: 'real_name',
  profile_image_url: 'portrait',
  bio: 'portrait',
  gender: 'personal',
  birth_year: 'personal',
  mbti: 'personal',
  member_level: 'roster',
  labels: 'roster',
  status: 'roster',
  joined_at: 'roster',
  group_ids: 'roster',
  timezone: 'roster',
  unit_system: 'roster',
  // On which days somebody wants to train is what a coach plans by.
  workout_days: 'roster',
  connected_providers: 'roster',
  zones: 'zones',
  next_race: 'race_goal',
} as const satisfies Record<string, AthleteFacet>;
export type AthleteField = keyof typeof ATHLETE_FIELDS;

/**
 * Of a training plan as one athlete follows it. `plain` is what was prescribed; `computed` is what the athlete's own
 * paces and heart rates made of it, from which their zones can be had back.
 */
export const PLAN_FIELDS = {
  id: 'plain',
  athlete_id: 'plain',
  saved_plan_id: 'plain',
  title: 'plain',
  start_date: 'plain',
  end_date: 'plain',
  weeks: 'plain',
  engine: 'plain',
  weekly_info: 'plain',
  workouts: 'plain',
  assigned_at: 'plain',
  updated_at: 'plain',
} as const satisfies Record<string, PlanFacet>;
export type PlanField = keyof typeof PLAN_FIELDS;

export const PLAN_WEEK_FIELDS = {
  phase: 'plain',
  focus: 'plain',
  text_source: 'plain',
  // Words for this athlete may name their paces, as those of a workout may.
  notes: 'computed',
  // Beside what is prescribed by time a sum of metres gives the pace away, and beside metres a sum of seconds does.
  total_distance_m: 'computed',
  training_distance_m: 'computed',
  race_distance_m: 'computed',
  total_duration_s: 'computed',
  workout_count: 'plain',
} as const satisfies Record<string, PlanFacet>;
export type PlanWeekField = keyof typeof PLAN_WEEK_FIELDS;

export const PLAN_WORKOUT_FIELDS = {
  id: 'plain',
  week_number: 'plain',
  day: 'plain',
  date: 'plain',
  phase: 'plain',
  workout_type: 'plain',
  title: 'plain',
  // Words written for this athlete name their paces; the title is the same for everybody who gets the workout.
  description: 'computed',
  text_source: 'plain',
  segments_source: 'plain',
  notes: 'computed',
  duration_s: 'computed',
  distance_m: 'computed',
  segments: 'plain',
  // It is written of the segments that are shown, after those that are hidden are gone.
  text: 'plain',
  source: 'plain',
  library_workout_id: 'plain',
} as const satisfies Record<string, PlanFacet>;
export type PlanWorkoutField = keyof typeof PLAN_WORKOUT_FIELDS;

export const PLAN_SEGMENT_FIELDS = {
  kind: 'plain',
  // A segment is prescribed by the one or by the other. Should both stand there, `viewPlan` counts both as computed.
  duration_s: 'plain',
  distance_m: 'plain',
  target: 'plain',
  repeat: 'plain',
  note: 'computed',
} as const satisfies Record<string, PlanFacet>;
export type PlanSegmentField = keyof typeof PLAN_SEGMENT_FIELDS;

export const PLAN_TARGET_FIELDS = {
  type: 'plain',
  // The bounds of a zone; its name says nothing of them. Those of an effort are the same for everybody, see `viewPlan`.
  min: 'computed',
  max: 'computed',
  zone: 'plain',
} as const satisfies Record<string, PlanFacet>;
export type PlanTargetField = keyof typeof PLAN_TARGET_FIELDS;

/** The settings that must all be on before anybody but the athlete sees a facet of an activity. */
export const ACTIVITY_FACETS = {
  plain: [],
  body: [],
  load: ['share_pace_data'],
  pace: ['share_pace_data'],
  best_efforts: ['share_pace_data', 'share_pb'],
  map: ['share_activity_map'],
  /** Distance or speed second by second, of which best efforts can be reckoned. */
  motion: ['share_pace_data', 'share_pb'],
  /** Position second by second, which is motion as well as place. */
  track: ['share_activity_map', 'share_pace_data', 'share_pb'],
} as const satisfies Record<string, readonly PrivacySetting[]>;
export type ActivityFacet = keyof typeof ACTIVITY_FACETS;

/**
 * What an uploaded file needs: it has all that an activity and its samples show, and of the athlete what their device knows, such
 * as gender, age and zones. That the rest (names that were changed since, serial numbers) is no matter to them, they say by the
 * switch of its own.
 */
export const FILE_NEEDS = [
  'share_files_with_coach',
  'share_profile_info',
  'share_pace_data',
  'share_pb',
  'share_activity_map',
] as const satisfies readonly PrivacySetting[];

export const ATHLETE_FACETS = {
  plain: [],
  roster: [],
  real_name: ['share_profile_info'],
  portrait: ['share_profile_info'],
  personal: ['share_profile_info'],
  zones: ['share_pace_data'],
  race_goal: ['share_race_goal'],
} as const satisfies Record<string, readonly PrivacySetting[]>;
export type AthleteFacet = keyof typeof ATHLETE_FACETS;

/** The same for a plan. What is computed from the zones needs what the zones need. */
export const PLAN_FACETS = {
  plain: [],
  computed: ATHLETE_FACETS.zones,
} as const satisfies Record<string, readonly PrivacySetting[]>;
export type PlanFacet = keyof typeof PLAN_FACETS;
