import { loadCurve } from './training-load.ts';

/**
 * Runner score: how well a runner is doing these weeks, in one number from 0 to 100. It is this server's own formula. It compares runners
 * with themselves and with what running asks of anybody; it does not rank them, and it does not use age or sex.
 *
 * score = 50 · fitness + 30 · consistency + 20 · progress, each from 0 to 1
 *
 * - **Fitness**: 1 − e^(−CTL / 50), where CTL is the chronic load of running alone. A CTL of 50, some seven hours of easy running a week,
 *   gives 0.63, and 100 gives 0.86: the first hours of a week count most.
 * - **Consistency**: the average over the last eight weeks of the share of three runs that each week had. A fourth run in one week does
 *   not make up for a missing one in another.
 * - **Progress**: the change of fitness in four weeks, 0.5 where it stayed. A quarter more is 1 and a quarter less is 0. A faster rise,
 *   above some 6 % a week, is too fast and gives no more points.
 */

export type RunDay = {
  /** The load of the day's runs, where an hour at the runner's own threshold is 100. */
  readonly load: number;
  readonly runs: number;
};

/** The parts of a score, each from 0 to 1. */
export type RunnerForm = {
  readonly fitness: number;
  readonly consistency: number;
  readonly progress: number;
};

/** The days that a score reads: five times the slow constant of fitness, after which 0.7 % of any load is left. */
export const SCORE_DAYS = 210;

/**
 * The load of an hour of a run whose load is not known (no heart rate, no threshold pace). It counts as an easy run: 70 % of the
 * threshold, whose square is the load of an hour. Without this, a runner who has set no zones would have no score.
 */
export const EASY_LOAD_PER_HOUR = 50;

const WEIGHTS: RunnerForm = { fitness: 50, consistency: 30, progress: 20 };
const PARTS = ['fitness', 'consistency', 'progress'] as const satisfies readonly (keyof RunnerForm)[];
const FITNESS_SCALE = 50;
const WEEK_DAYS = 7;
const CONSISTENCY_WEEKS = 8;
const ENOUGH_RUNS = 3;
const PROGRESS_DAYS = 28;
const MOST_PROGRESS = 0.25;
/** Below this fitness a relative change would say little: twice of very little is little. */
const LEAST_FITNESS = 10;

/** @returns a whole number from 0 to 100 */
export function runnerScore(form: RunnerForm): number {
  const sum =
    WEIGHTS.fitness * share(form.fitness) +
    WEIGHTS.consistency * share(form.consistency) +
    WEIGHTS.progress * share(form.progress);
  return Math.round(sum);
}

export type ScoreMove = {
  readonly before: number;
  readonly now: number;
  /** The part that moved the score most in the score's own direction; null where the score stayed. */
  readonly by: keyof RunnerForm | null;
};

/**
 * Why a score changed: the part whose points went furthest in the direction of the score. A part that moved the other way is no reason,
 * however far it moved. Of equal parts the first one counts.
 */
export function scoreMove(before: RunnerForm, now: RunnerForm): ScoreMove {
  const scores = { before: runnerScore(before), now: runnerScore(now) };
  const direction = Math.sign(scores.now - scores.before);
  if (direction === 0) return { ...scores, by: null };
  const points = (part: keyof RunnerForm): number =>
    direction * WEIGHTS[part] * (share(now[part]) - share(before[part]));
  const by = PARTS.reduce((most, part) => (points(part) > points(most) ? part : most));
  return { ...scores, by };
}

/**
 * What the days say of a runner on the evening of the last one; null where they do not say enough. The first run has to be four weeks
 * ago, since progress needs a starting point, and the latest one has to be in the last eight weeks.
 *
 * @param days the earliest first, none left out, ideally `SCORE_DAYS`; days before the first of them count as rest
 */
export function runnerForm(days: readonly RunDay[]): RunnerForm | null {
  const first = days.findIndex(({ runs }) => runs > 0);
  const recent = days.slice(-CONSISTENCY_WEEKS * WEEK_DAYS);
  const hasEnough =
    first !== -1 && days.length - first > PROGRESS_DAYS && recent.some(({ runs }) => runs > 0);
  if (!hasEnough) return null;
  const curve = loadCurve(days.map(({ load }) => load));
  const now = curve.at(-1)?.fitness ?? 0;
  const before = curve.at(-1 - PROGRESS_DAYS)?.fitness ?? 0;
  return {
    fitness: 1 - Math.exp(-now / FITNESS_SCALE),
    consistency: consistencyOf(recent),
    progress: share(0.5 + (now - before) / (2 * MOST_PROGRESS * Math.max(before, LEAST_FITNESS))),
  };
}

/** Weeks are counted back from the last day; weeks before the first day have no run. */
function consistencyOf(recent: readonly RunDay[]): number {
  const runs = Array.from({ length: CONSISTENCY_WEEKS }, () => 0);
  for (const [place, day] of recent.toReversed().entries()) {
    const week = Math.floor(place / WEEK_DAYS);
    runs[week] = (runs[week] ?? 0) + day.runs;
  }
  const done = runs.reduce((sum, count) => sum + Math.min(count, ENOUGH_RUNS), 0);
  return done / (ENOUGH_RUNS * CONSISTENCY_WEEKS);
}

function share(value: number): number {
  return Math.min(1, Math.max(0, value));
}
