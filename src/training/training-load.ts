/**
 * Fitness, fatigue and form from the load of each day: the performance management chart after Banister's model of two
 * exponential averages, a slow one and a fast one.
 *
 * Days are in a row, none left out: a day of rest has a load of 0.
 */

/** Days until an average has gone some two thirds of the way to a new load. */
const FITNESS_DAYS = 42;
const FATIGUE_DAYS = 7;

/**
 * How far a day moves an average over so many days towards its load. The first is what GoldenCheetah and WKO compute, and what
 * this server does: e to the power of -t / N, so that half a day twice is a day once. The second is how TrainingPeaks describes
 * its own, an approximation of the first that is a little faster: 63.7 instead of 63.2 after 42 days of 100. (The third form one
 * meets, 2 / (N + 1), is that of finance and twice as fast; nobody's chart is made with it.)
 */
const SHARE_OF_A_DAY = {
  exponential: (days: number): number => 1 - Math.exp(-1 / days),
  moving_average: (days: number): number => 1 / days,
} as const;
export type LoadForm = keyof typeof SHARE_OF_A_DAY;

export type LoadDay = {
  /** Chronic training load (CTL), with this day in it. */
  readonly fitness: number;
  /** Acute training load (ATL), with this day in it. */
  readonly fatigue: number;
  /** Training stress balance (TSB): fitness without fatigue as they were the evening before, how one stands at the start. */
  readonly form: number;
};

/**
 * The curve over days in a row, which begins at nothing: what was done before the first of them must be among them, or it counts
 * as rest. After 210 days less than 1 % of it is left.
 *
 * @param loads one a day, each 0 or more
 * @param form by which averages are taken
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
