import { FASTEST_HUMAN_MPS } from './best-efforts.ts';
import { movingMean } from './moving-mean.ts';

/** What of a recording tells how fast its runner would have been on the flat: columns of equal length, null where unknown. */
export type RunSamples = {
  /** Rising. */
  readonly time_s: readonly number[];
  /** Since the start. */
  readonly distance_m: readonly (number | null)[];
  /** Left out where nothing is known of the ground, which then is flat. */
  readonly altitude_m?: readonly (number | null)[] | undefined;
};

/** Altitudes are averaged over so long before: their noise would be hills, and uphill costs more than downhill gives back. */
const SMOOTHING_S = 60;
/** Within fewer metres there is no grade to speak of. */
export const SHORTEST_GRADE_M = 20;
/** A longer step from sample to sample is an interruption. */
export const LONGEST_STEP_S = 30;
/**
 * Slower is standing, here and where `moving_time_s` is measured: no walker is so slow (those with a frame go 0.5 m/s), and the
 * position of somebody who stands wanders by 0.1 to 0.3 m/s.
 */
export const STANDING_MPS = 0.4;

export type RunTrack = {
  readonly time_s: number[];
  readonly distance_m: number[];
  /** Averaged; all 0 where none is known. */
  readonly altitude_m: number[];
};

/** Strictly rising time, never falling distance, no jump faster than a human; an unknown altitude is the last known one. */
export function soundTrack({ time_s, distance_m, altitude_m = [] }: RunSamples): RunTrack {
  const track: RunTrack = { time_s: [], distance_m: [], altitude_m: [] };
  let [last_s, last_m, covered_m] = [Number.NEGATIVE_INFINITY, 0, 0];
  let height_m = altitude_m.find((value) => value !== null) ?? 0;
  for (const [index, now_s] of time_s.entries()) {
    height_m = altitude_m[index] ?? height_m;
    const raw_m = distance_m[index] ?? null;
    if (raw_m === null || now_s <= last_s) continue;
    if (track.time_s.length > 0) {
      covered_m += Math.min(Math.max(0, raw_m - last_m), FASTEST_HUMAN_MPS * (now_s - last_s));
    }
    last_m = track.time_s.length === 0 ? raw_m : Math.max(last_m, raw_m);
    last_s = now_s;
    track.time_s.push(now_s);
    track.distance_m.push(covered_m);
    track.altitude_m.push(height_m);
  }
  return { ...track, altitude_m: movingMean(track.time_s, track.altitude_m, SMOOTHING_S) };
}
