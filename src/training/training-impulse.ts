/**
 * The training impulse: how hard a workout was for the heart, in one number.
 *
 * Units throughout: heart rates in beats a minute, times in seconds, though the published formulas count minutes.
 */

/** The seconds at each whole heart rate, from the lowest one on. */
export type HeartRateTimes = { readonly lowest_bpm: number; readonly seconds: readonly number[] };

export type HeartRateReserve = { readonly resting_bpm: number; readonly max_bpm: number };

export type Sex = 'female' | 'male';

/**
 * The weight of a higher heart rate: Banister's curves through blood lactate of men and women (Banister, "Modeling elite athletic
 * performance", in Physiological Testing of Elite Athletes, 1991). Some programs give women the men's factor, which makes no difference
 * to `heartRateStress`.
 */
const WEIGHT = {
  male: { factor: 0.64, exponent: 1.92 },
  female: { factor: 0.86, exponent: 1.67 },
} as const satisfies Record<Sex, { factor: number; exponent: number }>;

/**
 * Banister's training impulse (TRIMP): minutes, each weighted by the share of the heart-rate reserve. A heart rate below rest counts as
 * rest, one above the maximum as the maximum.
 *
 * @returns points; 60 min at two thirds of the reserve are some 100
 * @throws RangeError when the maximum is not above rest
 */
export function trainingImpulse(times: HeartRateTimes, reserve: HeartRateReserve, sex: Sex): number {
  const { factor, exponent } = WEIGHT[sex];
  let points = 0;
  for (const [index, seconds] of times.seconds.entries()) {
    const x = shareOfReserve(times.lowest_bpm + index, reserve);
    points += (seconds / 60) * x * factor * Math.exp(exponent * x);
  }
  return points;
}

/**
 * Heart-rate stress (hrTSS): the training impulse in percent of that of an hour at the threshold, as GoldenCheetah computes it. The hrTSS
 * of TrainingPeaks works from times in zones and is not published.
 *
 * @param body.threshold_bpm at the lactate threshold, above rest
 * @throws RangeError when maximum and threshold are not above rest
 */
export function heartRateStress(
  times: HeartRateTimes,
  { threshold_bpm, ...reserve }: HeartRateReserve & { readonly threshold_bpm: number },
  sex: Sex,
): number {
  const hour = trainingImpulse({ lowest_bpm: threshold_bpm, seconds: [3_600] }, reserve, sex);
  if (hour <= 0) throw new RangeError(`threshold_bpm must be above rest, but is ${threshold_bpm}.`);
  return (100 * trainingImpulse(times, reserve, sex)) / hour;
}

/** Lower edges of zones 1 to 5, beats a minute, rising. */
export type ZoneEdges = readonly [number, number, number, number, number];

/**
 * Edwards' training impulse: minutes in zone 1 to 5 times 1 to 5 (Edwards, The Heart Rate Monitor Book, 1993). Her zones begin at 50, 60,
 * 70, 80 and 90 % of the maximum. A heart rate belongs to the highest zone whose lower edge it reaches, and one below zone 1 counts
 * nothing.
 *
 * @returns points; an hour in zone 3 is 180
 */
export function zoneImpulse(times: HeartRateTimes, edges: ZoneEdges): number {
  let points = 0;
  for (const [index, seconds] of times.seconds.entries()) {
    points += (seconds / 60) * zoneAt(times.lowest_bpm + index, edges);
  }
  return points;
}

/** The zone of a heart rate, from 1 to 5; 0 below zone 1. */
export function zoneAt(bpm: number, edges: ZoneEdges): number {
  return edges.filter((edge) => bpm >= edge).length;
}

/** A sample stands for the time up to the next one, but not for a pause. */
const LONGEST_SAMPLE_S = 30;

/**
 * Counts the seconds at each heart rate; a sample lasts until the next one, 30 s at the most.
 *
 * @param time_s seconds, rising
 * @param heart_rate_bpm as many as `time_s`, null where unknown
 * @returns whole seconds; null where no heart rate is known
 */
export function heartRateTimes(
  time_s: readonly number[],
  heart_rate_bpm: readonly (number | null)[],
): HeartRateTimes | null {
  const seconds = new Map<number, number>();
  for (const [index, start_s] of time_s.entries()) {
    const bpm = Math.round(heart_rate_bpm[index] ?? 0);
    if (bpm <= 0) continue;
    const lasted_s = Math.min((time_s[index + 1] ?? start_s + 1) - start_s, LONGEST_SAMPLE_S);
    seconds.set(bpm, (seconds.get(bpm) ?? 0) + Math.max(0, lasted_s));
  }
  if (seconds.size === 0) return null;
  const [lowest_bpm, highest_bpm] = [Math.min(...seconds.keys()), Math.max(...seconds.keys())];
  const rates = Array.from({ length: highest_bpm - lowest_bpm + 1 }, (_, index) => lowest_bpm + index);
  return { lowest_bpm, seconds: rates.map((bpm) => Math.round(seconds.get(bpm) ?? 0)) };
}

function shareOfReserve(bpm: number, { resting_bpm, max_bpm }: HeartRateReserve): number {
  if (!(max_bpm > resting_bpm)) {
    throw new RangeError(`max_bpm must be above resting_bpm, but they are ${max_bpm} and ${resting_bpm}.`);
  }
  return Math.min(1, Math.max(0, (bpm - resting_bpm) / (max_bpm - resting_bpm)));
}
