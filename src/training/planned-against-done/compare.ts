import type { Runner } from '../planning/paces.ts';
import { type Alignment, align, type Block } from './align.ts';
import { speedSeparation, stretchesOfSpeed, wholeRuns } from './change-points.ts';
import { type DoneRecording, type DoneRun, doneRunOf, type Reached, reachedTogether } from './done-run.ts';
import { type Compliance, judgeSession, notCompared } from './judge-session.ts';
import { deviationOf, pacesReached, statusOf } from './judge-step.ts';
import type { Extra, Range, ReachedView, StepResult } from './results.ts';
import { type PlannedSession, type Step, stepsOf } from './steps.ts';
import { type Stretch, stretchesOfLaps } from './stretches.ts';

export const METHODS = ['laps', 'speed', 'whole'] as const;
type Method = (typeof METHODS)[number];

export type PlannedAgainstDone = {
  readonly method: Method | null;
  readonly steps: readonly StepResult[];
  readonly extras: readonly Extra[];
  readonly compliance: Compliance;
};

/** More laps come from an automatic watch; they are not paired. */
const MOST_STRETCHES = 300;
/** Laps are preferred where they cost at most this much more a step than speeds, since a runner who presses the button knows the step. */
const LAPS_FIRST = 0.08;
/** Above this average cost another workout was run, and its steps get no status. */
const MOST_COST = 0.85;
/** The confidence in a step that fits, by each method. */
const SURE = { laps: 0.98, speed: 0.9, whole: 0.8 } as const;
/** A shorter stretch that was not planned is not an extra. */
const LEAST_EXTRA_S = 20;

/**
 * Compares a planned workout with what was done, step by step.
 *
 * Device laps count where they fit the plan; else stretches of one speed; else, where the whole plan is one intensity, the whole
 * recording. Where none of these fits, steps have no status.
 *
 * @param done the recordings that count for the workout, in order of time
 * @param runner what may be known of the athlete's zones
 */
export function comparePlannedWithDone(
  planned: PlannedSession,
  done: readonly DoneRecording[],
  runner: Pick<Runner, 'paces' | 'heart_rates'>,
): PlannedAgainstDone {
  const steps = stepsOf(planned, runner);
  if (steps === null || steps.length === 0)
    return { method: null, steps: [], extras: [], compliance: notCompared(steps === null) };
  const runs = done.map(({ samples }) => samples && doneRunOf(samples));
  const found = best(steps, done, runs);
  const results = found === null ? steps.map(unknown) : resultsOf(steps, done, runs, found);
  const extras = found === null ? [] : extrasOf(done, found);
  const separation = found === null ? speedSeparation(runs) : null;
  return {
    method: found?.method ?? null,
    steps: results,
    extras,
    compliance: judgeSession({ planned, steps: results, extras, runs, separation }),
  };
}

type Found = Alignment & { readonly method: Method; readonly stretches: readonly Stretch[] };

function best(
  steps: readonly Step[],
  done: readonly DoneRecording[],
  runs: readonly (DoneRun | null)[],
): Found | null {
  const laps = stretchesOfLaps(done, runs);
  const byLaps = laps && alignIn('laps', steps, laps);
  const bySpeed = stretchesOfSpeed(runs, shortestOf(steps)).map((stretches) =>
    alignIn('speed', steps, stretches),
  );
  const whole = isOfOneSpeed(steps) ? [alignIn('whole', steps, wholeRuns(done, runs))] : [];
  const costOf = ({ cost, method }: Found): number =>
    cost - (method === 'laps' ? LAPS_FIRST * steps.length : 0);
  const all = [byLaps, ...bySpeed, ...whole].filter((one) => one !== null);
  const [cheapest] = all.toSorted((one, other) => costOf(one) - costOf(other));
  return cheapest === undefined || cheapest.cost / steps.length > MOST_COST ? null : cheapest;
}

function alignIn(method: Method, steps: readonly Step[], stretches: readonly Stretch[]): Found | null {
  if (stretches.length === 0 || stretches.length > MOST_STRETCHES) return null;
  return { ...align(steps, stretches), method, stretches };
}

/** Change points that are closer than this are noise, unless shorter steps are planned. */
function shortestOf(steps: readonly Step[]): number {
  const times = steps.flatMap(({ about }) => (about === null ? [] : [about.duration_s]));
  return Math.min(20, Math.max(8, 0.6 * Math.min(...times)));
}

function isOfOneSpeed(steps: readonly Step[]): boolean {
  const speeds = steps.map(({ relative_mps }) => relative_mps);
  return Math.max(...speeds) < Math.min(...speeds) * 1.15;
}

function unknown(step: Step): StepResult {
  return {
    step,
    status: null,
    merged_with: [],
    ranges: [],
    reached: null,
    deviation: null,
    confidence: null,
  };
}

function resultsOf(
  steps: readonly Step[],
  done: readonly DoneRecording[],
  runs: readonly (DoneRun | null)[],
  { blocks, stretches, method }: Found,
): StepResult[] {
  return blocks.flatMap((block) => {
    const planned = block.steps.flatMap((index) => steps[index] ?? []);
    if (block.stretches.length === 0)
      return planned.map((step): StepResult => ({ ...unknown(step), status: 'missing' }));
    const run = block.stretches.flatMap((index) => stretches[index] ?? []);
    const reached = reachedTogether(run.map((one) => one.reached));
    const deviation = deviationOf(planned, run, runs);
    const shared = {
      status: statusOf(planned, deviation.length_share, reached),
      merged_with: block.steps.length > 1 ? block.steps : [],
      ranges: rangesOf(done, run),
      reached: viewOf(
        reached,
        planned.every(({ kind }) => kind === 'recovery'),
      ),
      deviation,
      confidence: confidenceOf(block, run, method),
    };
    return planned.map((step): StepResult => ({ step, ...shared }));
  });
}

function confidenceOf({ cost, steps }: Block, run: readonly Stretch[], method: Method): number {
  const isBlind = run.some(({ speed_mps }) => speed_mps === null);
  return SURE[method] * Math.exp(-cost / steps.length) * (isBlind ? 0.7 : 1);
}

/** Adjoining stretches of one recording make one range. */
function rangesOf(done: readonly DoneRecording[], run: readonly Stretch[]): Range[] {
  return [...Map.groupBy(run, ({ recording }) => recording)].map(([recording, parts]) => ({
    activity_id: done[recording]?.activity_id ?? '',
    start_s: Math.min(...parts.map(({ start_s }) => start_s)),
    end_s: Math.max(...parts.map(({ end_s }) => end_s)),
    lap_indexes: parts.flatMap(({ lap_indexes }) => lap_indexes),
  }));
}

function viewOf(reached: Reached, isRest: boolean): ReachedView {
  const { elapsed_s, distance_m, average_heart_rate_bpm } = reached;
  const duration_s = isRest ? elapsed_s : reached.duration_s;
  return { duration_s, distance_m, average_heart_rate_bpm, ...pacesReached(reached) };
}

/** An extra is hard where its speed is nearer to the fastest than to the slowest of the run. */
function extrasOf(done: readonly DoneRecording[], { blocks, stretches }: Found): Extra[] {
  const speeds = stretches.flatMap(({ speed_mps }) => speed_mps ?? []);
  const matched = blocks.filter((block) => block.steps.length > 0);
  const middle =
    (Math.max(...speeds) + Math.min(...speeds.filter((speed) => speed > Math.max(...speeds) * 0.45))) / 2;
  return blocks
    .filter(({ steps }) => steps.length === 0)
    .flatMap(({ stretches: indexes }) => indexes.flatMap((index) => stretches[index] ?? []))
    .filter(({ reached }) => reached.duration_s >= LEAST_EXTRA_S)
    .map((one) => ({
      ranges: rangesOf(done, [one]),
      reached: viewOf(one.reached, false),
      is_hard: one.speed_mps === null || matched.length === 0 ? null : one.speed_mps > middle,
    }));
}
