/**
 * How much an athlete trains now compared with what they are used to: the acute:chronic workload ratio, of any measure that adds up
 * (metres, seconds, load).
 *
 * Source: Gabbett, "The training-injury prevention paradox: should athletes be training smarter and harder?", Br J Sports Med
 * 2016;50:273-280. It compares the week with the average week of four, that week among them; 0.8 to 1.3 went with the fewest injuries,
 * 1.5 and more with distinctly more of them. It is a reason to look, not a diagnosis. (The rule that nobody may add more than 10 % a week
 * is custom: a trial with novices found no fewer injuries; Buist et al., Am J Sports Med 2008;36:33-39.)
 */
export const ACUTE_DAYS = 7;
export const CHRONIC_DAYS = 28;
const CHRONIC_WEEKS = CHRONIC_DAYS / 7;

export const RAMP_LIMIT = 1.5;
/** Metres in the acute week below which no ramp is too fast, since twice of very little is little. */
export const RAMP_LEAST_M = 10_000;
/**
 * A run must lie at least this many days back, within the four weeks, which gives two weeks of data before the acute one. A beginner has
 * no meaningful average, and the second week would always be twice of it.
 */
export const RAMP_HISTORY_DAYS = 21;

/** The ratio has two decimals; it is null where the average is 0. */
export type Workload = {
  readonly last_7_days: number;
  /** The average week of the last 28 days, the last 7 among them. */
  readonly average_week: number;
  readonly ratio: number | null;
};

/**
 * @param sums of the last 7 and of the last 28 days, in the same unit, never negative
 * @param decimals to which both results are rounded; the ratio is that of the rounded values, so that readers can recompute it
 */
export function workload(
  sums: { readonly last_7_days: number; readonly last_28_days: number },
  decimals: number,
): Workload {
  const last_7_days = rounded(sums.last_7_days, decimals);
  const average_week = rounded(sums.last_28_days / CHRONIC_WEEKS, decimals);
  return {
    last_7_days,
    average_week,
    ratio: average_week === 0 ? null : rounded(last_7_days / average_week, 2),
  };
}

export type Ramp = {
  readonly last_7_days_m: number;
  readonly average_week_m: number;
  readonly ratio: number;
  readonly limit: number;
};

export type RecentRuns = {
  readonly last_7_days_m: number;
  readonly last_28_days_m: number;
  readonly has_history: boolean;
};

/**
 * Whether a runner runs much more than they are used to; null where they do not, or where too little is known.
 *
 * @param runs metres of the last 7 and of the last 28 days, and whether any run is at least `RAMP_HISTORY_DAYS` old
 * @param limit the ratio above which the ramp is too fast
 */
export function rampTooFast(runs: RecentRuns, limit = RAMP_LIMIT): Ramp | null {
  const sums = { last_7_days: runs.last_7_days_m, last_28_days: runs.last_28_days_m };
  const { last_7_days, average_week, ratio } = workload(sums, 0);
  if (!runs.has_history || last_7_days < RAMP_LEAST_M || ratio === null || ratio <= limit) return null;
  return { last_7_days_m: last_7_days, average_week_m: average_week, ratio, limit };
}

function rounded(value: number, decimals: number): number {
  const unit = 10 ** decimals;
  return Math.round(value * unit) / unit;
}
