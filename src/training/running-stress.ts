import { gradeAdjustedSpeed } from './grade-adjusted-pace.ts';
import { LONGEST_STEP_S, type RunSamples, SHORTEST_GRADE_M, STANDING_MPS, soundTrack } from './run-track.ts';

/**
 * The running stress: how hard a run was by pace, in one number.
 *
 * Units throughout: speeds in metres a second, times in seconds, distances and altitudes in metres.
 */

/**
 * Running stress (rTSS): an hour at threshold pace is 100, and intensity counts squared (McGregor's score as TrainingPeaks describes it).
 * The intensity is a ratio of speeds, not of paces.
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

/** The window over which speed and grade are measured, since the body does not answer faster. */
const WINDOW_S = 30;

/**
 * The steady speed on the flat that is as hard as the run was. TrainingPeaks' normalised graded pace is not published; this is the open
 * formula of GoldenCheetah's GOVSS: running means over 30 s, the cost of the grade (Minetti), and the fourth-power mean over the time in
 * motion. It takes O(samples).
 *
 * @returns metres a second; null where no two samples in motion are close enough to each other
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
