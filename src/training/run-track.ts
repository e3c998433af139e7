import { FASTEST_HUMAN_MPS } from './best-efforts.ts';
import { movingMean } from './moving-mean.ts';

/** The samples that tell the runner's speed on the flat: columns of equal length, null where unknown. */
export type RunSamples = {
  /** Seconds, rising. */
  readonly time_s: readonly number[];
  /** Metres since the start. */
  readonly distance_m: readonly (number | null)[];
  /** Metres; left out where nothing is known of the ground, which then counts as flat. */
  readonly altitude_m?: readonly (number | null)[] | undefined;
};

/**
 * Altitudes are averaged over this time before a sample. Their noise would count as hills, since uphill costs more than downhill gives
 * back.
 */
const SMOOTHING_S = 60;
/** Over fewer metres a grade cannot be measured. */
export const SHORTEST_GRADE_M = 20;
/** A longer step between two samples is an interruption. */
export const LONGEST_STEP_S = 30;
/**
 * A runner below this speed is standing, here and where `moving_time_s` is measured: no walker is so slow (those with a frame go 0.5
 * m/s), and the position of a standing runner wanders by 0.1 to 0.3 m/s.
 */
export const STANDING_MPS = 0.4;

export type RunTrack = {
  readonly time_s: number[];
  readonly distance_m: number[];
  /** The averaged altitudes; all 0 where none is known. */
  readonly altitude_m: number[];
};

/**
 * The samples with strictly rising time, distance that never falls, and no jump that is faster than a human. The last known altitude
 * replaces an unknown one.
 */
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
