import { timeReached } from './done-run.ts';
import type { Step } from './steps.ts';
import type { Stretch } from './stretches.ts';
import { type Lengths, type Planned, type Run, type Scale, WEIGHTS } from './summed-parts.ts';

/**
 * Costs of our own choice in one unit: a length that is off by 35 % costs 1, and so does a speed from the other end of the range of what
 * was run. Leaving a step out and running something else must cost more than a step that went badly.
 */
export const COSTS = {
  missing: { work: 1.2, recovery: 0.45, warmup: 0.6, cooldown: 0.6 },
  extra: { least: 0.15, most: 0.7, least_s: 15, most_s: 90 },
  length: { off: 0.35, most: 1.5, most_of_others: 1.1, free: 0.03, free_s: 6 },
  /** The weight of a length that is estimated from an assumed pace. */
  vague: 0.4,
  speed: { free: 0.25, each: 1.56 },
  pace: { free: 0.04, each: 3, most: 0.8 },
  split: 0.1,
  /** Unlike parts within a step; and, in an easy step, a burst among the fastest parts of the run, which was work of its own. */
  uneven: { each: 3, burst: 1.2, burst_s: 20, burst_from: 0.75, burst_over: 0.3 },
  merged: { alike: 0.12, unlike: 0.45, apart: 1.6 },
} as const;

/** Steps whose speeds differ by at most this share of the planned range may be run as one. */
export const ALIKE = 0.3;
/** With equal costs, earlier repetitions count as run and later ones as missing. */
const LATER = 1e-5;

export function missingCost({ kind }: Step, place: number): number {
  return COSTS.missing[kind] - LATER * place;
}

export function extraCost({ reached: { duration_s } }: Stretch, place: number): number {
  const { least, most, least_s, most_s } = COSTS.extra;
  const share = Math.min(1, Math.max(0, (duration_s - least_s) / (most_s - least_s)));
  return least + share * (most - least) - LATER * place;
}

export function mergedCost(count: number, apart: number): number {
  if (count === 1) return 0;
  const { alike, unlike } = COSTS.merged;
  return apart <= ALIKE ? alike * (count - 1) : unlike * (count - 1) + COSTS.merged.apart * apart;
}

export function unevenness(
  stretches: readonly Stretch[],
  { done }: Scale,
  from: number,
  { many, run, planned }: { readonly many: number; readonly run: Run; readonly planned: Planned },
): number {
  if (run.placed_s === 0) return 0;
  const mean = run.places / run.placed_s;
  const { each, burst, burst_s, burst_from, burst_over } = COSTS.uneven;
  let [off, least, bursts] = [0, 1, 0];
  for (let place = from; place < from + many; place += 1) least = Math.min(least, done[place] ?? 1);
  for (let place = from; place < from + many; place += 1) {
    const at = done[place] ?? null;
    const seconds = stretches[place]?.reached.duration_s ?? 0;
    if (at === null) continue;
    off += Math.abs(at - mean) * seconds;
    if (at >= burst_from && at - least > burst_over && seconds >= burst_s) bursts += 1;
  }
  return (each * off) / run.placed_s + (planned.is_easy ? burst * bursts : 0);
}

export function fitCost(planned: Planned, run: Run): number {
  const { first, count } = planned;
  const isOne = count === 1;
  const length = isOne ? lengthCost(first, run) : sumCost(planned, run.duration_s);
  const off = run.placed_s === 0 ? 0 : Math.abs(run.places / run.placed_s - planned.places / count);
  const speed = Math.max(0, off - COSTS.speed.free) * COSTS.speed.each;
  return length + speed + (isOne ? paceCost(first, run) : 0);
}

function lengthCost({ kind, distance_m, about }: Step, reached: Lengths): number {
  if (about === null) return 0;
  const weight = WEIGHTS[kind];
  const most = kind === 'work' ? COSTS.length.most : COSTS.length.most_of_others;
  if (distance_m !== null && reached.distance_m !== null) {
    const edge_m = COSTS.length.free_s * (distance_m / about.duration_s);
    return weight * Math.min(most, offCost(reached.distance_m, distance_m, edge_m));
  }
  const time_s = timeReached(reached, { seconds: about.duration_s, is_work: kind === 'work' });
  if (distance_m !== null)
    return weight * COSTS.vague * offCost(time_s, about.duration_s, about.duration_s * 0.3);
  return weight * Math.min(most, offCost(time_s, about.duration_s, COSTS.length.free_s));
}

function offCost(value: number, planned: number, free: number): number {
  if (planned <= 0) return 0;
  if (value <= 0) return COSTS.length.most;
  const off = Math.abs(Math.log(value / planned)) - Math.max(COSTS.length.free, Math.log1p(free / planned));
  return Math.min(COSTS.length.most, Math.max(0, off) / COSTS.length.off);
}

function sumCost({ about_s, weights, count }: Planned, duration_s: number): number {
  if (about_s === null) return 0;
  return (weights / count) * offCost(duration_s, about_s, Math.max(COSTS.length.free_s, about_s * 0.05));
}

/** Being slower than asked costs nothing in easy steps and recoveries. */
function paceCost({ kind, speed_mps }: Step, { duration_s, moving_s, distance_m }: Lengths): number {
  const seconds = kind === 'recovery' ? duration_s : (moving_s ?? duration_s);
  if (speed_mps === null || distance_m === null || seconds <= 0 || distance_m <= 0) return 0;
  const off = Math.log(distance_m / seconds / speed_mps);
  if (off < 0 && kind !== 'work') return 0;
  const { free, each, most } = COSTS.pace;
  return Math.min(most, Math.max(0, Math.abs(off) - free) * each);
}
