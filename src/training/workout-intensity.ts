import { normalizedGradedSpeed } from './running-stress.ts';
import { isRunning, type SportType } from './sport.ts';
import { type HeartRateTimes, heartRateTimes } from './training-impulse.ts';

/**
 * How hard a workout was by its samples, independent of the athlete's zones. It is short enough to be kept with the workout, so that the
 * load can be computed for other zones without reading the samples again.
 */
export type WorkoutIntensity = {
  readonly heart_rate: HeartRateTimes | null;
  readonly normalized_graded_speed_mps: number | null;
};

/** Columns of equal length, absent or null where unknown. */
type WorkoutSamples = {
  /** Seconds, rising. */
  readonly time_s: readonly number[];
  readonly heart_rate_bpm?: readonly (number | null)[];
  readonly distance_m?: readonly (number | null)[];
  readonly altitude_m?: readonly (number | null)[];
};

/** @returns null where the samples have neither a heart rate nor, for a run, a speed */
export function measureIntensity(sport: SportType, samples: WorkoutSamples): WorkoutIntensity | null {
  const { time_s, heart_rate_bpm, distance_m, altitude_m } = samples;
  const heart_rate = heart_rate_bpm === undefined ? null : heartRateTimes(time_s, heart_rate_bpm);
  const speed_mps =
    isRunning(sport) && distance_m !== undefined
      ? normalizedGradedSpeed({ time_s, distance_m, altitude_m })
      : null;
  if (heart_rate === null && speed_mps === null) return null;
  return {
    heart_rate,
    normalized_graded_speed_mps: speed_mps === null ? null : Math.round(speed_mps * 1_000) / 1_000,
  };
}
