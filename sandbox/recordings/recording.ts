/** What a simulated watch recorded: the common source of the file writers and of the platforms' stand-ins. */
import type { SportType } from '../../src/training/sport.ts';

export type RecordedSport = Extract<
  SportType,
  'run' | 'track_run' | 'trail_run' | 'treadmill_run' | 'ride' | 'pool_swim' | 'strength_training'
>;

export type RecordingDevice = {
  name: string;
  /** The manufacturer's and the product's numbers in the FIT profile. */
  manufacturer: number;
  product: number;
  serial_number: number;
  software_version: number;
};

/**
 * Columns of equal length. `time_s` counts elapsed seconds from the start, whole and ascending; it jumps over a pause,
 * as a watch with auto-pause does. A column the sport or the device does not have is null.
 */
export type RecordingSamples = {
  time_s: number[];
  distance_m: number[] | null;
  speed_mps: number[] | null;
  latitude_deg: number[] | null;
  longitude_deg: number[] | null;
  altitude_m: number[] | null;
  heart_rate_bpm: number[] | null;
  /** Steps a minute of both legs on foot, revolutions a minute on a bicycle, arm strokes a minute in the water. */
  cadence_per_min: number[] | null;
  power_w: number[] | null;
};

export type LapIntensity = 'warmup' | 'active' | 'rest' | 'cooldown';

/** Elapsed seconds from the start. Laps follow each other without gaps and cover the recording. */
export type RecordingLap = { start_s: number; end_s: number; intensity: LapIntensity };

export type Recording = {
  name: string;
  sport: RecordedSport;
  /** A whole second. */
  start: Date;
  timezone: string;
  device: RecordingDevice;
  /** Elapsed, pauses included. */
  duration_s: number;
  pauses: { start_s: number; end_s: number }[];
  samples: RecordingSamples;
  laps: RecordingLap[];
  calories_kcal: number;
  /** Seconds between two samples: 1 as from a watch, more for a coarse simulation that stands for an old activity. */
  resolution_s: number;
  pool_length_m: number | null;
};
