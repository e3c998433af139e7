import { FASTEST_HUMAN_MPS } from './best-efforts.ts';
import { gradeAdjustedSpeed } from './grade-adjusted-pace.ts';
import { movingMean } from './moving-mean.ts';

/**
 * How much a run asked of the runner, by pace, in one number.
 *
 * Units throughout: speeds in metres a second, times in seconds, distances and altitudes in metres.
 */

/**
 * Running stress (rTSS): an hour at threshold pace is 100, and intensity counts squared (McGregor's score as TrainingPeaks
 * describes it). It is of speeds, not of paces.
 *
 * @param seconds in motion, 0 or more
 * @param speed_mps on the flat: see `normalizedGradedSpeed`
 * @param threshold_mps the speed that the runner holds for about an hour, above 0
 * @throws RangeError when a number is out of range
 */
export function runningStress(seconds: number, speed_mps: number, threshold_mps: number): number {
  if (!(seconds >= 0 && speed_mps >= 0 && threshold_mps > 0 && Number.isFinite(seconds + speed_mps))) {
    throw new RangeError(
      `Stress must be of 0 s or more at 0 m/s or more against a threshold above 0, not of ${seconds}, ${speed_mps} and ${threshold_mps}.`,
    );
  }
  const intensity = speed_mps / threshold_mps;
  return (seconds / 3_600) * intensity ** 2 * 100;
}

/** What of a recording tells how fast its runner would have been on the flat: columns of equal length, null where unknown. */
export type RunSamples = {
  /** Rising. */
  readonly time_s: readonly number[];
  /** Since the start. */
  readonly distance_m: readonly (number | null)[];
  /** Left out where nothing is known of the ground, which then is flat. */
  readonly altitude_m?: readonly (number | null)[] | undefined;
};

/** Over so long speed and grade are taken: the body does not answer faster. */
const WINDOW_S = 30;
/** Altitudes are averaged over so long before: their noise would be hills, and uphill costs more than downhill gives back. */
const SMOOTHING_S = 60;
/** Within fewer metres there is no grade to speak of. */
const SHORTEST_GRADE_M = 20;
/** A longer step from sample to sample is an interruption. */
const LONGEST_STEP_S = 30;
/**
 * Slower is standing, here and where `moving_time_s` is measured: no walker is so slow (those with a frame go 0.5 m/s), and the
 * position of somebody who stands wanders by 0.1 to 0.3 m/s.
 */
export const STANDING_MPS = 0.4;

/**
 * The steady speed on the flat that is as hard as the run was. TrainingPeaks' normalised graded pace is not published; this is
 * the open stand-in after GoldenCheetah's GOVSS: running means over 30 s, the cost of the grade (Minetti), and the fourth-power
 * mean over the time in motion. O(samples).
 *
 * @returns metres a second; null where no two samples in motion are close enough to tell
 */
export function normalizedGradedSpeed(samples: RunSamples): number | null {
  const { time_s, distance_m, altitude_m } = soundTrack(samples);
  const at = (values: readonly number[], index: number): number => values[index] ?? 0;
  let [from, seconds, sum] = [0, 0, 0];
  for (let index = 1; index < time_s.length; index += 1) {
    const step_s = at(time_s, index) - at(time_s, index - 1);
    if (step_s > LONGEST_STEP_S) {
      from = index;
      continue;
    }
    while (from < index - 1 && at(time_s, index) - at(time_s, from) > WINDOW_S) from += 1;
    const covered_m = at(distance_m, index) - at(distance_m, from);
    const speed_mps = covered_m / (at(time_s, index) - at(time_s, from));
    if (speed_mps < STANDING_MPS) continue;
    const rise_m = at(altitude_m, index) - at(altitude_m, from);
    const grade = covered_m < SHORTEST_GRADE_M ? 0 : rise_m / covered_m;
    sum += gradeAdjustedSpeed(speed_mps, grade) ** 4 * step_s;
    seconds += step_s;
  }
  return seconds === 0 ? null : (sum / seconds) ** 0.25;
}

type Track = {
  readonly time_s: number[];
  readonly distance_m: number[];
  /** Averaged; all 0 where none is known. */
  readonly altitude_m: number[];
};

/** Strictly rising time, never falling distance, no jump faster than a human; an unknown altitude is the last known one. */
function soundTrack({ time_s, distance_m, altitude_m = [] }: RunSamples): Track {
  const track: Track = { time_s: [], distance_m: [], altitude_m: [] };
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
