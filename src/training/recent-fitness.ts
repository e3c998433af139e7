import { isMeasuredRun, type TimedRun, vdotOfEfforts, vdotOfRun } from './activity-vdot.ts';
import { vdotFractionAtSpeed } from './vdot.ts';
import { ZONE_LIMITS } from './zones.ts';

/** The sources that can tell the fitness of an athlete who has set no zones, the most reliable first. */
export const FITNESS_SOURCES = ['race', 'best_effort', 'easy_running'] as const;
export type FitnessSource = (typeof FITNESS_SOURCES)[number];

/** A run of the last twelve weeks. What is unknown, or may not be used, is null or empty. */
export type RecentRun = TimedRun & {
  readonly days_ago: number;
  readonly moving_time_s: number | null;
  readonly average_heart_rate_bpm: number | null;
  readonly average_cadence_spm: number | null;
};

/** Races and best efforts, and easy running, count for this many weeks: older ones say little about the fitness of today. */
export const FITNESS_WEEKS = 12;
const EASY_WEEKS = 8;

/**
 * A stretch was run hard where it is this many times as fast as the athlete usually runs. Easy running is at 63 to 74 % of VDOT and a
 * marathon at about 80 %, so a smaller factor is easy running; a larger one was no running or was measured wrongly.
 */
const HARD = { from: 1.15, to: 1.8 } as const;

/** Daniels' easy running in percent of the highest heart rate. */
const EASY_PERCENT = { from: 65, to: 79 } as const;
const EASY_RUNS = 5;
const EASY_RUN_S = 20 * 60;
/** Optical sensors mistake steps for heart beats: a rate this near to the cadence, or to half of it, is not a heart rate. */
const LOCKED_BPM = 3;
/**
 * The VDOT from heart rates of easy running is too high, since the heart rate follows slowly in the first ten minutes and since the
 * formula comes from other people's laboratories. Runalyze fits a factor from 0.85 to 0.95 to each athlete's best race; without a race
 * the middle is taken.
 */
const EASY_FACTOR = 0.9;

/**
 * The VDOT, in ml/(kg·min), that an athlete's runs of the last weeks show, and the source it comes from; null where no source gives one.
 * A race takes precedence over any best effort, and a best effort over easy running; of several the best counts. The value from easy
 * running is within 4 points of the truth.
 *
 * @param max_bpm the highest heart rate, measured and not guessed from the age; null where it is not known
 */
export function recentFitness(
  runs: readonly RecentRun[],
  max_bpm: number | null,
): { readonly vdot: number; readonly source: FitnessSource } | null {
  const measured = runs.filter(isMeasuredRun).filter(({ distance_m }) => distance_m > 0);
  const recent = measured.filter(({ days_ago }) => days_ago <= FITNESS_WEEKS * 7);
  const shown: Readonly<Record<FitnessSource, () => number | null>> = {
    race: () => best(recent.filter(({ is_race }) => is_race).map((run) => vdotOfRun(run, null))),
    best_effort: () => {
      const usual_mps = recent.length > 1 ? middle(recent.map(speedOf)) : null;
      return best(recent.map(({ best_efforts }) => vdotOfEfforts(hardOf(best_efforts, usual_mps))));
    },
    easy_running: () => (max_bpm === null ? null : vdotOfEasyRunning(measured, max_bpm)),
  };
  for (const source of FITNESS_SOURCES) {
    const vdot = shown[source]();
    if (vdot !== null) return { vdot, source };
  }
  return null;
}

function best(vdots: readonly (number | null)[]): number | null {
  const known = vdots.filter((vdot) => vdot !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** The stretches that were run hard. Every run has a fastest 5 km, and that of an easy run says nothing about fitness. */
function hardOf(efforts: TimedRun['best_efforts'], usual_mps: number | null): TimedRun['best_efforts'] {
  if (usual_mps === null) return efforts;
  return efforts.filter(({ distance_m, duration_s }) => {
    const faster = distance_m / duration_s / usual_mps;
    return faster >= HARD.from && faster <= HARD.to;
  });
}

function vdotOfEasyRunning(
  runs: readonly (RecentRun & { readonly distance_m: number })[],
  max_bpm: number,
): number | null {
  const vdots = runs.flatMap((run) => {
    const bpm = run.average_heart_rate_bpm;
    if (run.is_race || run.days_ago > EASY_WEEKS * 7 || bpm === null || timeOf(run) < EASY_RUN_S) return [];
    const percent = (100 * bpm) / max_bpm;
    if (percent < EASY_PERCENT.from || percent > EASY_PERCENT.to || isLocked(bpm, run)) return [];
    return [vdotAtHeartRate(speedOf(run), percent)];
  });
  if (vdots.length < EASY_RUNS) return null;
  const vdot = Math.round(EASY_FACTOR * (middle(vdots) ?? 0) * 10) / 10;
  const { minimum, maximum } = ZONE_LIMITS.vdot;
  return vdot < minimum || vdot > maximum ? null : vdot;
}

/**
 * The VDOT of a runner with a steady speed on the flat at a heart rate: the oxygen that the speed costs (Daniels and Gilbert) divided by
 * the share of the highest uptake that goes with the heart rate (Swain 1994).
 *
 * @param speed_mps metres per second, above 0
 * @param percent of the highest heart rate, above 37.2
 * @throws RangeError when the speed is not a positive finite number
 */
export function vdotAtHeartRate(speed_mps: number, percent: number): number {
  // For a VDOT of 1 the share that the speed costs equals the oxygen cost itself.
  return vdotFractionAtSpeed(1, speed_mps) / ((percent - 37.182) / 64.63);
}

function isLocked(bpm: number, { average_cadence_spm: spm }: RecentRun): boolean {
  return spm !== null && [spm, spm / 2].some((steps) => Math.abs(bpm - steps) <= LOCKED_BPM);
}

function timeOf({ moving_time_s, duration_s }: RecentRun): number {
  return moving_time_s ?? duration_s;
}

function speedOf(run: RecentRun & { readonly distance_m: number }): number {
  return run.distance_m / Math.max(1, timeOf(run));
}

function middle(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? null;
}
