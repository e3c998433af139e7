import { movingMean } from '../moving-mean.ts';
import { type DoneRun, type Reached, reachedTogether, timeReached } from './done-run.ts';
import type { Bounds, Step } from './steps.ts';
import type { Stretch } from './stretches.ts';

export const STEP_STATUSES = ['matched', 'merged', 'short', 'long', 'missing'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

export const VERDICTS = ['within', 'faster', 'slower', 'above', 'below'] as const;
/** A pace is `faster` or `slower` than asked for, a heart rate `above` or `below`. */
type Verdict = (typeof VERDICTS)[number];

export const HELD_BY = ['pace', 'grade_adjusted_pace', 'heart_rate'] as const;

/** Deviations from the plan; null where nothing was planned or known. Positive is more, slower, or more beats. */
export type Deviation = {
  readonly duration_s: number | null;
  readonly distance_m: number | null;
  /** Share of the prescribed time or distance: 0.1 is a tenth more. */
  readonly length_share: number | null;
  /** From the nearer end of what was asked for; 0 within it. */
  readonly pace_s_per_km: number | null;
  readonly pace_share: number | null;
  readonly heart_rate_bpm: number | null;
  readonly held_by: (typeof HELD_BY)[number] | null;
  readonly verdict: Verdict | null;
  readonly time_in_target_share: number | null;
};

/** The tolerance of a length: work is counted exactly, while nobody counts how long they warm up. */
const LENGTH = { work: 0.1, recovery: 0.25, warmup: 0.25, cooldown: 0.25 } as const;
/** The edges of a step are known to this many seconds. */
const EDGE_S = 6;
/** Where the pace on the flat differs by more than this share, the ground is hilly and the pace over it says little. */
const HILLY = 0.02;
/** GPS and watches are off by about this share of a pace. */
const PACE_ROOM = 0.01;
/** A pace second by second is a mean over this window and has more tolerance; in a narrow band hardly any second would be within. */
const PACE_MEAN_S = 30;
const SECONDS_ROOM = 0.03;
/** The heart takes about a minute to follow: shorter steps are not judged by it, and that minute is left out. */
const HEART_S = { shortest: 120, lag: 60 };
/** Over fewer metres there is no pace. */
const LEAST_M = 20;

export function statusOf(steps: readonly Step[], share: number | null, reached: Reached): StepStatus {
  const [step] = steps;
  if (steps.length > 1) return 'merged';
  if (step === undefined || share === null) return 'matched';
  const room = Math.max(
    LENGTH[step.kind],
    EDGE_S / Math.max(1, step.about?.duration_s ?? reached.duration_s),
  );
  if (share < -room) return 'short';
  return share > room ? 'long' : 'matched';
}

export type Paces = {
  readonly average_pace_s_per_km: number | null;
  readonly grade_adjusted_pace_s_per_km: number | null;
};

export function pacesReached({ duration_s, moving_s, distance_m, flat_m }: Reached): Paces {
  const seconds = moving_s !== null && moving_s > 0 ? moving_s : duration_s;
  const pace = (metres: number | null): number | null =>
    metres === null || metres < LEAST_M || seconds <= 0 ? null : (seconds * 1_000) / metres;
  return { average_pace_s_per_km: pace(distance_m), grade_adjusted_pace_s_per_km: pace(flat_m) };
}

/** The deviation of a block of steps from its plan; steps that were run as one count as one. */
export function deviationOf(
  steps: readonly Step[],
  stretches: readonly Stretch[],
  runs: readonly (DoneRun | null)[],
): Deviation {
  const reached = reachedTogether(stretches.map((one) => one.reached));
  const bounds = commonBounds(steps);
  return {
    ...lengthOf(steps, reached),
    ...(bounds === null ? UNJUDGED : judged(bounds, reached)),
    time_in_target_share: bounds && timeInTarget(bounds, stretches, runs),
  };
}

const UNJUDGED = {
  pace_s_per_km: null,
  pace_share: null,
  heart_rate_bpm: null,
  held_by: null,
  verdict: null,
} as const;

function commonBounds(steps: readonly Step[]): Bounds | null {
  const [first, ...others] = steps.map(({ judged_by }) => judged_by);
  if (first === undefined || first === null) return null;
  const isCommon = others.every(
    (one) => one !== null && one.type === first.type && one.min === first.min && one.max === first.max,
  );
  return isCommon ? first : null;
}

function lengthOf(steps: readonly Step[], reached: Reached) {
  const sum = (of: (step: Step) => number | null): number | null => {
    let total = 0;
    for (const step of steps) {
      const value = of(step);
      if (value === null) return null;
      total += value;
    }
    return total > 0 ? total : null;
  };
  const [planned_s, planned_m] = [sum((step) => step.duration_s), sum((step) => step.distance_m)];
  const isWork = steps.every(({ kind }) => kind === 'work');
  const metres = planned_m === null || reached.distance_m === null ? null : reached.distance_m - planned_m;
  const seconds =
    planned_s === null ? null : timeReached(reached, { seconds: planned_s, is_work: isWork }) - planned_s;
  const share = planned_s === null || seconds === null ? null : seconds / planned_s;
  return {
    duration_s: seconds,
    distance_m: metres,
    length_share: share ?? (metres === null || planned_m === null ? null : metres / planned_m),
  };
}

function judged(bounds: Bounds, reached: Reached) {
  if (bounds.type === 'heart_rate') {
    const beats = reached.average_heart_rate_bpm;
    if (beats === null) return UNJUDGED;
    const off = beyond(Math.round(beats), bounds, 0);
    const verdict: Verdict = off === 0 ? 'within' : off > 0 ? 'above' : 'below';
    return { ...UNJUDGED, heart_rate_bpm: off, held_by: 'heart_rate' as const, verdict };
  }
  const paces = pacesReached(reached);
  const [plain, graded] = [paces.average_pace_s_per_km, paces.grade_adjusted_pace_s_per_km];
  if (plain === null) return UNJUDGED;
  const isHilly = graded !== null && Math.abs(graded / plain - 1) > HILLY;
  const off = beyond(isHilly ? graded : plain, bounds, PACE_ROOM);
  const end = off > 0 ? bounds.max : bounds.min;
  const verdict: Verdict = off === 0 ? 'within' : off > 0 ? 'slower' : 'faster';
  return {
    pace_s_per_km: off,
    pace_share: end === null ? 0 : off / end,
    heart_rate_bpm: null,
    held_by: isHilly ? ('grade_adjusted_pace' as const) : ('pace' as const),
    verdict,
  };
}

/** How far a value is beyond the nearer end of its bounds; 0 within them and within the tolerance `room`, a share. */
function beyond(value: number, { min, max }: Bounds, room: number): number {
  if (min !== null && value < min * (1 - room)) return value - min;
  return max !== null && value > max * (1 + room) ? value - max : 0;
}

function timeInTarget(
  bounds: Bounds,
  stretches: readonly Stretch[],
  runs: readonly (DoneRun | null)[],
): number | null {
  let [within, all] = [0, 0];
  for (const { recording, start_s, end_s } of stretches) {
    const run = runs[recording] ?? null;
    if (run === null) return null;
    const values = secondsOf(run, bounds, start_s, end_s);
    if (values === null) return null;
    for (const value of values) {
      if (value === null) continue;
      all += 1;
      if (beyond(value, bounds, bounds.type === 'pace' ? SECONDS_ROOM : 0) === 0) within += 1;
    }
  }
  return all < 10 ? null : within / all;
}

/** The paces or heart rates of each second of a stretch, null for seconds that do not count; null where samples have none. */
function secondsOf(run: DoneRun, { type }: Bounds, start_s: number, end_s: number): (number | null)[] | null {
  const [from, to] = [Math.max(0, Math.round(start_s - run.start_s)), Math.round(end_s - run.start_s)];
  if (type === 'heart_rate') {
    if (run.heart_rate_bpm === null || end_s - start_s < HEART_S.shortest) return null;
    return run.heart_rate_bpm.slice(from + HEART_S.lag, to);
  }
  return run.metres === null ? null : pacesOfSeconds(run, from, to);
}

/** Paces on the flat where the ground is known; null while standing. */
export function pacesOfSeconds(run: DoneRun, from: number, to: number): (number | null)[] {
  const values = run.flat_m ?? run.metres;
  if (values === null) return [];
  const part = values.slice(from, to + 1);
  const steps = part.slice(1).map((at, second) => at - (part[second] ?? at));
  const speeds = movingMean([...steps.keys()], steps, PACE_MEAN_S);
  return speeds.map((speed, second) => {
    const isMoving = (run.moving_s[from + second + 1] ?? 0) > (run.moving_s[from + second] ?? 0);
    return isMoving && speed > 0.5 ? 1_000 / speed : null;
  });
}
