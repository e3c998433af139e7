/**
 * How a week of running, and a single run, compare with the weeks before. A week is compared with the best of them and not with the last
 * one: after a lighter week the volume rises by half without anything new. No trial supports a rule of 10 % a week (Buist 2008);
 * published plans rise by 7 to 22 % over the best of four weeks, and above 20 % more runners were hurt in the weeks that followed
 * (Damsted 2019).
 */
export const VOLUME_GRADES = ['less', 'steady', 'rebound', 'more', 'much_more', 'leap'] as const;
export type VolumeGrade = (typeof VOLUME_GRADES)[number];

const WEEKS_BEFORE = 4;
/** The least number of the four weeks before that need a run, so that there is something to compare with. */
const LEAST_WEEKS = 3;
/** Multiples of the best week: up to the first it is no rise, up to the second a rise, up to the third a large rise, above it a leap. */
const NO_RISE = 1.05;
const RISE = 1.2;
const LARGE_RISE = 1.5;
/** Below this share of an average week, the week counts as less. */
const LESS = 0.9;
/**
 * A week was lighter where it had at most `LIGHTER` of the best one; the next is a rebound where it has at least `BACK` times as much.
 */
const LIGHTER = 0.85;
const BACK = 1.15;

export type VolumeChange = {
  readonly grade: VolumeGrade;
  readonly best: number;
  readonly over_best_percent: number;
};

/**
 * @param weeks metres or seconds run in the week to grade and in each of the four before it, the latest first
 * @param has_history whether there was any run in the earliest of these weeks, or before
 * @returns null where too little is known
 */
export function gradeVolume(
  [now = 0, ...before]: readonly number[],
  has_history: boolean,
): VolumeChange | null {
  const weeks = before.slice(0, WEEKS_BEFORE);
  if (!has_history || weeks.filter((week) => week > 0).length < LEAST_WEEKS) return null;
  const best = Math.max(...weeks);
  const usual = weeks.reduce((sum, week) => sum + week, 0) / WEEKS_BEFORE;
  const over_best_percent = Math.round((now / best - 1) * 100);
  return { grade: gradeOf({ now, last: weeks[0] ?? 0, best, usual }), best, over_best_percent };
}

function gradeOf({
  now,
  last,
  best,
  usual,
}: {
  readonly now: number;
  readonly last: number;
  readonly best: number;
  readonly usual: number;
}): VolumeGrade {
  if (now > best * LARGE_RISE) return 'leap';
  if (now > best * RISE) return 'much_more';
  if (now > best * NO_RISE) return 'more';
  if (now < usual * LESS) return 'less';
  return last <= best * LIGHTER && now >= last * BACK ? 'rebound' : 'steady';
}

/** The longest run of this many days before a run is the one it is compared with. */
export const LONGEST_DAYS = 30;
/** The longest run is known where these days have `LEAST_RUNS` runs and the first of them is `LEAST_KNOWN_DAYS` ago. */
const LEAST_RUNS = 4;
const LEAST_KNOWN_DAYS = 14;
/** A run is longer only where it exceeds the longest by both of the first two, and much longer by the third. */
const LONGER = 1.1;
const LONGER_BY_M = 1_500;
const MUCH_LONGER = 1.3;

export type RunsOfDays = {
  readonly runs: number;
  readonly longest_m: number | null;
  /** Days since the first of the runs. */
  readonly known_days: number;
};

/** `is_far` is true above 30 %. */
export type LongerRun = { readonly percent: number; readonly is_far: boolean };

/**
 * One run against the longest of the 30 days before: a run that is longer by more than 10 % is the one change after which more injuries
 * followed (Frandsen 2025, 588,071 runs).
 *
 * @returns null where the run was not that much longer, or too little is known
 */
export function gradeLength(distance_m: number | null, before: RunsOfDays): LongerRun | null {
  const { runs, longest_m, known_days } = before;
  if (distance_m === null || longest_m === null || longest_m <= 0) return null;
  if (runs < LEAST_RUNS || known_days < LEAST_KNOWN_DAYS) return null;
  if (distance_m <= longest_m * LONGER || distance_m <= longest_m + LONGER_BY_M) return null;
  const percent = Math.round((distance_m / longest_m - 1) * 100);
  return { percent, is_far: distance_m > longest_m * MUCH_LONGER };
}
