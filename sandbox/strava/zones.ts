import { speedAtVdotFraction, VDOT_FRACTION } from '../../src/training/vdot.ts';
import type { Recording } from '../recordings/recording.ts';
import type { StravaAthlete } from './athlete.ts';

type Zone = { min: number; max: number };

/** Shares of the maximum heart rate where a zone begins. */
const HEART_RATE_SHARES = [0.6, 0.74, 0.82, 0.9];
/** Shares of the speed at threshold. */
const PACE_SHARES = [0.75, 0.87, 0.97, 1.03, 1.1];

export function heartRateZones({ runner }: StravaAthlete): Zone[] {
  return zonesOf(HEART_RATE_SHARES.map((share) => Math.round(share * runner.max_heart_rate_bpm)));
}

function paceZones({ runner }: StravaAthlete): Zone[] {
  const threshold_mps = speedAtVdotFraction(runner.vdot, VDOT_FRACTION.threshold);
  return zonesOf(PACE_SHARES.map((share) => Math.round(share * threshold_mps * 1_000) / 1_000));
}

/** Between two samples, seconds. */
const LONGEST_STEP_S = 10;

/** The number, from 1, of the zone that a speed lies in. */
export function paceZone(athlete: StravaAthlete, speed_mps: number): number {
  return 1 + paceZones(athlete).findLastIndex(({ min }) => speed_mps >= min);
}

/** Points for time spent with a fast heart. */
export function sufferScore(athlete: StravaAthlete, heart_rate_bpm: number, moving_s: number): number {
  const share = heart_rate_bpm / athlete.runner.max_heart_rate_bpm;
  return Math.round((moving_s / 60) * Math.max(0, share - 0.5) * 6);
}

/** `GET /activities/{id}/zones`: how long the heart and the pace were in each zone. */
export function presentActivityZones(athlete: StravaAthlete, recording: Recording): unknown[] {
  const { heart_rate_bpm, speed_mps, time_s } = recording.samples;
  const zones: unknown[] = [];
  if (heart_rate_bpm !== null) {
    const buckets = fill(heartRateZones(athlete), heart_rate_bpm, time_s);
    const score = buckets.reduce((sum, { time }, index) => sum + Math.round((time / 60) * index), 0);
    zones.push({
      score,
      distribution_buckets: buckets,
      type: 'heartrate',
      resource_state: 3,
      sensor_based: true,
      points: score,
      custom_zones: false,
    });
  }
  if (speed_mps !== null) {
    const buckets = fill(paceZones(athlete), speed_mps, time_s);
    zones.push({
      score: 0,
      distribution_buckets: buckets,
      type: 'pace',
      resource_state: 3,
      sensor_based: true,
    });
  }
  return zones;
}

/** The last zone has no upper end: -1. */
function zonesOf(bounds: readonly number[]): Zone[] {
  return [0, ...bounds].map((min, index) => ({ min, max: bounds[index] ?? -1 }));
}

function fill(zones: Zone[], values: number[], time_s: number[]): (Zone & { time: number })[] {
  const buckets = zones.map((zone) => ({ ...zone, time: 0 }));
  for (const [index, value] of values.entries()) {
    const bucket = buckets.findLast(({ min }) => value >= min);
    const here_s = time_s[index] ?? 0;
    // What comes after a longer silence was a pause, and counts nowhere.
    if (bucket !== undefined) bucket.time += Math.min(LONGEST_STEP_S, (time_s[index + 1] ?? here_s) - here_s);
  }
  return buckets;
}
