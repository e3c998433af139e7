/**
 * Fitness, fatigue and form from the load of each day: the performance management chart after Banister's model of two exponential
 * averages, a slow one and a fast one.
 *
 * The days follow each other without gaps: a day of rest has a load of 0.
 */

/** The days in which an average goes about two thirds of the way to a new load. */
const FITNESS_DAYS = 42;
const FATIGUE_DAYS = 7;

/**
 * How far a day moves an average over so many days towards its own load, as a share of the difference. The exponential form is what
 * GoldenCheetah and WKO compute, and what this server uses: e to the power of -t / N, so that half a day twice is a day once. The moving
 * average is how TrainingPeaks describes its own, an approximation of the first that is a little faster: 63.7 instead of 63.2 after 42
 * days of 100. (A third form, 2 / (N + 1), is that of finance and twice as fast; no training chart uses it.)
 */
const SHARE_OF_A_DAY = {
  exponential: (days: number): number => 1 - Math.exp(-1 / days),
  moving_average: (days: number): number => 1 / days,
} as const;
export type LoadForm = keyof typeof SHARE_OF_A_DAY;

export type LoadDay = {
  /** Chronic training load (CTL), including this day. */
  readonly fitness: number;
  /** Acute training load (ATL), including this day. */
  readonly fatigue: number;
  /** Training stress balance (TSB): fitness less fatigue of the evening before, which is the state at the start of the day. */
  readonly form: number;
};

/**
 * The curve over consecutive days, which starts at 0: earlier training must be among the days, or it counts as rest. After 210 days less
 * than 1 % of it is left.
 *
 * @param loads one for each day, each 0 or more
 * @param form the kind of average
 */
export function loadCurve(loads: readonly number[], form: LoadForm = 'exponential'): LoadDay[] {
  const share = SHARE_OF_A_DAY[form];
  const [slow, fast] = [share(FITNESS_DAYS), share(FATIGUE_DAYS)];
  let [fitness, fatigue] = [0, 0];
  return loads.map((load) => {
    const balance = fitness - fatigue;
    fitness += (load - fitness) * slow;
    fatigue += (load - fatigue) * fast;
    return { fitness, fatigue, form: balance };
  });
}
