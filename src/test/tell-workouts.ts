/** Words of sources on workouts, for tests that say which values matter. */
import type { IncomingReport, ReportedActivity } from '../modules/activities/index.ts';
import type { Source } from '../privacy/index.ts';
import type { TrainingAnchors } from '../training/activity-load.ts';

export const MORNING = new Date('2026-05-01T05:00:00.000Z');

/** Of an athlete whose zones nobody knows. */
export const NO_ANCHORS: TrainingAnchors = {
  sex: null,
  max_bpm: null,
  resting_bpm: null,
  threshold_bpm: null,
  zone_edges_bpm: null,
  threshold_pace_s_per_km: null,
  vdot: null,
};

/** A run of ten minutes that nobody marked or named. */
export function toldRun(values: Partial<ReportedActivity> = {}): ReportedActivity {
  return {
    sport_type: 'run',
    workout_type: null,
    name: null,
    description: null,
    start_time: MORNING,
    start_is: 'exact',
    timezone: null,
    duration_s: 600,
    moving_time_s: null,
    distance_m: 2_000,
    elevation_gain_m: null,
    elevation_loss_m: null,
    average_speed_mps: null,
    max_speed_mps: null,
    average_heart_rate_bpm: null,
    max_heart_rate_bpm: null,
    average_cadence_spm: null,
    average_power_w: null,
    calories_kcal: null,
    laps: [],
    best_efforts: [],
    intensity: null,
    start_latlng: null,
    map_polyline: null,
    device_name: null,
    is_race: false,
    private: false,
    ...values,
  };
}

export function reportOf(
  source: Source,
  external_id: string,
  values: Partial<ReportedActivity> = {},
  packed_streams: Uint8Array | null = null,
): IncomingReport {
  return { source, external_id, told: toldRun(values), packed_streams };
}

/** Some seconds after the morning's start. */
export function secondsLater(seconds: number): Date {
  return new Date(MORNING.getTime() + seconds * 1_000);
}
