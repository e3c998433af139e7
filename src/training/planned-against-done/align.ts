import { type Reached, reachedTogether, timeReached } from './done-run.ts';
import type { Step } from './steps.ts';
import type { Stretch } from './stretches.ts';

/** Steps beside stretches: either may be empty, of what was left out or is extra. Both in order, each of them in one block. */
export type Block = {
  readonly steps: readonly number[];
  readonly stretches: readonly number[];
  /** How badly they fit: 0 for as planned; from 1 on it could be something else. */
  readonly cost: number;
};
export type Alignment = { readonly blocks: readonly Block[]; readonly cost: number };

/**
 * Costs of our own choice, in one unit: what is 35 % too long or too short costs 1, and so does a speed from the other end of what was run. To
 * leave a step out and to have run something else has to cost more than a step that went badly.
 */
const COSTS = {
  missing: { work: 1.2, recovery: 0.45, warmup: 0.6, cooldown: 0.6 },
  extra: { least: 0.15, most: 0.7, least_s: 15, most_s: 90 },
  length: { off: 0.35, most: 1.5, most_of_others: 1.1, free: 0.03, free_s: 6 },
  /** How much lengths count: nobody minds how long somebody warmed up. */
  weight: { work: 1, recovery: 0.6, warmup: 0.45, cooldown: 0.45 },
  /** Length told by a pace that is nobody's. */
  vague: 0.4,
  speed: { free: 0.25, whole: 1.2 },
  /** The speed that was asked for, as a share off. */
  pace: { free: 0.04, each: 3, most: 0.8 },
  split: 0.1,
  /** Parts of a step that are unlike, and in easy ones what is among the fastest of the run: it was work of its own. */
  uneven: { each: 3, burst: 1.2, burst_s: 20, burst_from: 0.75, burst_over: 0.3 },
  merged: { alike: 0.12, unlike: 0.45, apart: 1.6 },
} as const;

/** Speeds of what was run that are nearer tell nothing of what is work. */
const LEAST_RANGE = 1.1;
/** Nobody walks so fast for long; and of the fastest running, what is walking whoever runs. */
const JOGGED_MPS = 1.9;
const WALKED_SHARE = 0.45;
/** Steps whose speeds are so near, as a share of all that is planned, may be run as one. */
const ALIKE = 0.3;
/** Stretches that are so much longer than their step are not all of it. */
const MOST_TIMES = 2.5;
const ROOM_S = 240;
/** Several steps at once: a set that nobody pressed a button in. */
const MOST_MERGED = 6;
/** Earlier repetitions are taken to be run and later ones to be missing, all else being equal. */
const LATER = 1e-5;

/**
 * The cheapest way to walk through steps and stretches together (dynamic programming): one by one, a step in several stretches (a watch
 * that ends a lap each kilometre), several steps in one stretch, steps that are missing, stretches that are extra.
 */
export function align(steps: readonly Step[], stretches: readonly Stretch[]): Alignment {
  const scale = scaleOf(steps, stretches);
  const width = stretches.length + 1;
  const costs = Array.from({ length: (steps.length + 1) * width }, () => Number.POSITIVE_INFINITY);
  const from: ([step: number, stretch: number] | null)[] = costs.map(() => null);
  costs[0] = 0;
  const reach = (step: number, stretch: number, to: readonly [number, number], cost: number): void => {
    const [here, there] = [step * width + stretch, to[0] * width + to[1]];
    const sum = (costs[here] ?? 0) + cost;
    if (sum >= (costs[there] ?? 0)) return;
    costs[there] = sum;
    from[there] = [step, stretch];
  };
  for (let step = 0; step <= steps.length; step += 1) {
    for (let stretch = 0; stretch < width; stretch += 1) {
      const [here, next] = [steps[step], stretches[stretch]];
      if (here !== undefined) reach(step, stretch, [step + 1, stretch], missingCost(here, step));
      if (next !== undefined) reach(step, stretch, [step, stretch + 1], extraCost(next, stretch));
      if (here === undefined || next === undefined) continue;
      eachBlock(steps, stretches, { step, stretch, scale }, (to, cost) => reach(step, stretch, to, cost));
    }
  }
  return traceBack(steps.length, stretches.length, costs, from);
}

function traceBack(
  steps: number,
  stretches: number,
  costs: readonly number[],
  from: readonly ([number, number] | null)[],
): Alignment {
  const width = stretches + 1;
  const blocks: Block[] = [];
  let at: [number, number] = [steps, stretches];
  for (;;) {
    const before = from[at[0] * width + at[1]] ?? null;
    if (before === null) break;
    const cost = (costs[at[0] * width + at[1]] ?? 0) - (costs[before[0] * width + before[1]] ?? 0);
    blocks.push({ steps: range(before[0], at[0]), stretches: range(before[1], at[1]), cost });
    at = before;
  }
  return { blocks: blocks.reverse(), cost: costs[steps * width + stretches] ?? 0 };
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, place) => from + place);

/** Where each step lies between the slowest and the fastest that is planned, and each stretch between those that were run. */
type Scale = { readonly planned: readonly number[]; readonly done: readonly (number | null)[] };

function scaleOf(steps: readonly Step[], stretches: readonly Stretch[]): Scale {
  const planned = steps.map(({ relative_mps }) => relative_mps);
  const run = stretches.flatMap(({ speed_mps, reached }) =>
    speed_mps === null || reached.duration_s < 10 ? [] : [speed_mps],
  );
  const [slow, fast] = [Math.min(...planned), Math.max(...planned)];
  const [least, most] = runningRange(run);
  const isFlat = most < least * LEAST_RANGE;
  const isEven = fast < slow * LEAST_RANGE;
  return {
    planned: planned.map((speed) => (isEven ? 0.5 : (speed - slow) / (fast - slow))),
    done: stretches.map(({ speed_mps }) =>
      speed_mps === null || isFlat || isEven
        ? null
        : Math.min(1, Math.max(0, (speed_mps - least) / (most - least))),
    ),
  };
}

/** The slowest and the fastest that was run; standing and walking are slower than that, and no measure of it. */
function runningRange(speeds: readonly number[]): readonly [number, number] {
  const most = Math.max(0, ...speeds);
  const least = Math.min(most, ...speeds.filter((speed) => speed >= JOGGED_MPS));
  if (least * LEAST_RANGE < most) return [least, most];
  // Of somebody whose easy running is another's walking.
  return [Math.min(most, ...speeds.filter((speed) => speed >= most * WALKED_SHARE)), most];
}

function missingCost({ kind }: Step, place: number): number {
  return COSTS.missing[kind] - LATER * place;
}

function extraCost({ reached: { duration_s } }: Stretch, place: number): number {
  const { least, most, least_s, most_s } = COSTS.extra;
  const share = Math.min(1, Math.max(0, (duration_s - least_s) / (most_s - least_s)));
  return least + share * (most - least) - LATER * place;
}

type Place = { readonly step: number; readonly stretch: number; readonly scale: Scale };

/** All blocks that begin at a place and may make sense. */
function eachBlock(
  steps: readonly Step[],
  stretches: readonly Stretch[],
  { step, stretch, scale }: Place,
  take: (to: readonly [number, number], cost: number) => void,
): void {
  let [low, high] = [1, 0];
  for (let count = 1; count <= Math.min(MOST_MERGED, steps.length - step); count += 1) {
    const place = scale.planned[step + count - 1] ?? 0;
    [low, high] = [Math.min(low, place), Math.max(high, place)];
    const planned = steps.slice(step, step + count);
    const apart = high - low;
    const longest = longestOf(planned);
    const isOpenToMany = count === 1 || apart <= ALIKE;
    let duration_s = 0;
    for (let many = 1; stretch + many <= stretches.length; many += 1) {
      duration_s += stretches[stretch + many - 1]?.reached.duration_s ?? 0;
      if (many > 1 && (!isOpenToMany || duration_s > longest)) break;
      const run = stretches.slice(stretch, stretch + many);
      const cost =
        fitCost(planned, run, scale, { step, stretch }) +
        COSTS.split * Math.min(many - 1, 1) +
        (many > 1
          ? unevenness(
              scale,
              stretch,
              run,
              planned.every(({ is_hard }) => !is_hard),
            )
          : 0) +
        mergedCost(count, apart);
      take([step + count, stretch + many], cost);
    }
  }
}

function mergedCost(count: number, apart: number): number {
  if (count === 1) return 0;
  const { alike, unlike } = COSTS.merged;
  return apart <= ALIKE ? alike * (count - 1) : unlike * (count - 1) + COSTS.merged.apart * apart;
}

function longestOf(planned: readonly Step[]): number {
  let seconds = 0;
  for (const { about } of planned) {
    if (about === null) return Number.POSITIVE_INFINITY;
    seconds += about.duration_s;
  }
  return seconds * MOST_TIMES + ROOM_S;
}

/** How unlike the parts of a step are: a pause for a moment is little of it. */
function unevenness({ done }: Scale, from: number, run: readonly Stretch[], isEasy: boolean): number {
  const parts = run.flatMap(({ reached }, place) => {
    const at = done[from + place] ?? null;
    return at === null ? [] : [{ at, seconds: reached.duration_s }];
  });
  const seconds = parts.reduce((sum, part) => sum + part.seconds, 0);
  if (seconds === 0) return 0;
  const mean = parts.reduce((sum, part) => sum + part.at * part.seconds, 0) / seconds;
  const off = parts.reduce((sum, part) => sum + Math.abs(part.at - mean) * part.seconds, 0) / seconds;
  const { each, burst, burst_s, burst_from, burst_over } = COSTS.uneven;
  const least = Math.min(...parts.map((part) => part.at));
  const bursts = parts.filter(
    (part) => part.at >= burst_from && part.at - least > burst_over && part.seconds >= burst_s,
  );
  return each * off + (isEasy ? burst * bursts.length : 0);
}

function fitCost(
  planned: readonly Step[],
  run: readonly Stretch[],
  { planned: places, done }: Scale,
  from: { readonly step: number; readonly stretch: number },
): number {
  const [first] = planned;
  if (first === undefined) return 0;
  const reached = reachedTogether(run.map((one) => one.reached));
  const length = planned.length === 1 ? lengthCost(first, reached) : sumCost(planned, reached.duration_s);
  const middle = meanOf(planned.map((_, place) => places[from.step + place] ?? 0));
  const known = run.flatMap(({ reached: { duration_s } }, place) => {
    const at = done[from.stretch + place] ?? null;
    return at === null ? [] : [{ at, duration_s }];
  });
  const seconds = known.reduce((sum, one) => sum + one.duration_s, 0);
  const at = seconds === 0 ? null : known.reduce((sum, one) => sum + one.at * one.duration_s, 0) / seconds;
  const speed =
    at === null ? 0 : Math.max(0, Math.abs(at - middle) - COSTS.speed.free) * COSTS.speed.whole * 1.3;
  return length + speed + (planned.length === 1 ? paceCost(first, reached) : 0);
}

type Lengths = Pick<Reached, 'elapsed_s' | 'duration_s' | 'moving_s' | 'distance_m'>;

function lengthCost({ kind, distance_m, about }: Step, reached: Lengths): number {
  if (about === null) return 0;
  const weight = COSTS.weight[kind];
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

function sumCost(planned: readonly Step[], duration_s: number): number {
  const seconds = planned.reduce((sum, { about }) => sum + (about?.duration_s ?? 0), 0);
  const weight = meanOf(planned.map(({ kind }) => COSTS.weight[kind]));
  if (planned.some(({ about }) => about === null)) return 0;
  return weight * offCost(duration_s, seconds, Math.max(COSTS.length.free_s, seconds * 0.05));
}

/** Slower than asked for costs nothing where nobody can be too slow. */
function paceCost({ kind, speed_mps }: Step, { duration_s, moving_s, distance_m }: Lengths): number {
  const seconds = kind === 'recovery' ? duration_s : (moving_s ?? duration_s);
  if (speed_mps === null || distance_m === null || seconds <= 0 || distance_m <= 0) return 0;
  const off = Math.log(distance_m / seconds / speed_mps);
  if (off < 0 && kind !== 'work') return 0;
  const { free, each, most } = COSTS.pace;
  return Math.min(most, Math.max(0, Math.abs(off) - free) * each);
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
