import type { BestEffort } from '../../../training/best-efforts.ts';
import type { SportType } from '../../../training/sport.ts';
import type { WorkoutIntensity } from '../../../training/workout-intensity.ts';

/** Degrees: latitude, longitude (WGS 84). */
export type LatLng = [lat: number, lng: number];

/**
 * Samples over time as columns of equal length, null where a sample lacks the value. A column without any
 * value is absent.
 */
export type ActivityStreams = {
  /** Seconds since the first moment of the recording, rising. */
  time_s: number[];
  distance_m?: (number | null)[];
  latlng?: (LatLng | null)[];
  altitude_m?: (number | null)[];
  speed_mps?: (number | null)[];
  heart_rate_bpm?: (number | null)[];
  cadence_spm?: (number | null)[];
  power_w?: (number | null)[];
  temperature_c?: (number | null)[];
};

/** What a whole activity and a lap have in common; null where unknown. */
export type ActivitySummary = {
  /** From start to end, pauses included. */
  duration_s: number;
  /** Without pauses. */
  moving_time_s: number;
  distance_m: number | null;
  average_speed_mps: number | null;
  max_speed_mps: number | null;
  average_heart_rate_bpm: number | null;
  max_heart_rate_bpm: number | null;
  /** Steps a minute on foot, revolutions or strokes a minute otherwise. */
  average_cadence_spm: number | null;
  average_power_w: number | null;
  elevation_gain_m: number | null;
  elevation_loss_m: number | null;
  calories_kcal: number | null;
};

export type ImportedLap = ActivitySummary & {
  index: number;
  /** ISO 8601, UTC. */
  start_time: string;
};

export type ImportedActivity = ActivitySummary & {
  /** Position inside the file, from 0. */
  session_index: number;
  sport_type: SportType;
  name: string | null;
  description: string | null;
  start_time: Date;
  /** IANA name; null where the file gives no hint, then the athlete's own zone applies. */
  timezone: string | null;
  laps: ImportedLap[];
  best_efforts: BestEffort[];
  intensity: WorkoutIntensity | null;
  start_latlng: LatLng | null;
  /** Google's encoded polyline, precision 5. */
  map_polyline: string | null;
  device_name: string | null;
  streams: ActivityStreams;
};

export type ParsedActivity = Omit<ImportedActivity, 'streams'> & { readonly packed_streams: Uint8Array };

/** One sample as read: every value is finite and plausible, or null. */
export type Sample = {
  /** Milliseconds since 1970; null only in GPX and TCX, where a point may lack its time. */
  time_ms: number | null;
  /** Between samples of different segments the recording was interrupted. */
  segment: number;
  lat: number | null;
  lng: number | null;
  /** Cumulative, as the device counted it. */
  distance_m: number | null;
  altitude_m: number | null;
  speed_mps: number | null;
  heart_rate_bpm: number | null;
  /** As stored: one foot or both, see `summarize.ts`. */
  cadence: number | null;
  power_w: number | null;
  temperature_c: number | null;
};

/** Totals as the file states them, before they are checked against the samples. */
export type StatedSummary = {
  elapsed_s: number | null;
  timer_s: number | null;
  distance_m: number | null;
  max_speed_mps: number | null;
  average_heart_rate_bpm: number | null;
  max_heart_rate_bpm: number | null;
  cadence: number | null;
  average_power_w: number | null;
  elevation_gain_m: number | null;
  elevation_loss_m: number | null;
  calories_kcal: number | null;
};

export type StatedLap = StatedSummary & { start_ms: number | null };

/** What every reader (FIT, TCX, GPX) makes of a file, before summarizing. */
export type Recording = {
  sport_type: SportType;
  name: string | null;
  description: string | null;
  device_name: string | null;
  start_ms: number | null;
  /** Offset of local time from UTC as the file states it. */
  utc_offset_s: number | null;
  stated: StatedSummary;
  laps: StatedLap[];
  samples: Sample[];
};
