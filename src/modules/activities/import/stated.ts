import type { Sample, StatedSummary } from './types.ts';

/** A file that states no totals. */
export const NOTHING_STATED: StatedSummary = {
  elapsed_s: null,
  timer_s: null,
  distance_m: null,
  max_speed_mps: null,
  average_heart_rate_bpm: null,
  max_heart_rate_bpm: null,
  cadence: null,
  average_power_w: null,
  elevation_gain_m: null,
  elevation_loss_m: null,
  calories_kcal: null,
};

/** A sample of which nothing is known yet. */
export function blankSample(segment: number): Sample {
  return {
    time_ms: null,
    segment,
    lat: null,
    lng: null,
    distance_m: null,
    altitude_m: null,
    speed_mps: null,
    heart_rate_bpm: null,
    cadence: null,
    power_w: null,
    temperature_c: null,
  };
}
