import { loadCurve } from './training-load.ts';

/**
 * Runner score: how well somebody is running these weeks, in one number from 0 to 100. It is this server's own, and says how
 * a runner stands against themselves and against what running asks of anybody; it ranks nobody and knows no age or sex.
 *
 *     score = 50 · fitness + 30 · consistency + 20 · progress, each from 0 to 1
 *
 * - **Fitness**: 1 − e^(−CTL / 50), the chronic load (CTL) of running alone. Of a CTL of 50, some seven hours of easy running a
 *   week, it is 0.63, of 100 0.86: the first hours of a week count most, as they do in life.
 * - **Consistency**: of the last eight weeks, how much of three runs each of them had, on average. A fourth run in one week does
 *   not make up for none in another.
 * - **Progress**: how far fitness went in four weeks, 0.5 where it stayed. A quarter more is 1 and a quarter less is 0: who
 *   adds more than that, some 6 % a week, adds too fast and gets no more for it.
 */

export type RunDay = {
  /** Of the day's runs, an hour at one's own threshold being 100. */
  readonly load: number;
  readonly runs: number;
};

/** What a score is made of, each from 0 to 1. */
export type RunnerForm = {
  readonly fitness: number;
  readonly consistency: number;
  readonly progress: number;
};

/** Days that are looked at: five times the slow constant of fitness, after which 0.7 % is left of anything. */
export const SCORE_DAYS = 210;

/**
 * A run of which no load is known (no heart rate, no threshold pace) counts as an easy one: 70 % of the threshold, whose square
 * is the load of an hour. Without this, whoever has set no zones would have no score.
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
/** Of a fitness below this, a share would say little: twice of very little is little. */
const LEAST_FITNESS = 10;

/** @returns from 0 to 100, a whole number */
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
  /** What moved it most, of what went the same way; null where it stayed. */
  readonly by: keyof RunnerForm | null;
};

/**
 * Why a score is another one than before: of the three parts the one whose points went furthest in the direction of the score. What
 * went the other way meanwhile is no reason, however far it went. Of equal ones the first counts.
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
 * What the days say of a runner on the evening of the last of them; null where they do not say enough: the first run has to be
 * four weeks ago, since progress needs something to start from, and the latest in the last eight weeks.
 *
 * @param days the earliest first, none left out, at best `SCORE_DAYS`; what is older than the first of them counts as rest
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

/** Weeks are counted back from the last day; those before the first day had no run. */
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
