import { ALIKE, COSTS, extraCost, fitCost, mergedCost, missingCost, unevenness } from './align-costs.ts';
import type { Step } from './steps.ts';
import type { Stretch } from './stretches.ts';
import { NOTHING_RUN, type Planned, plannedWith, runWith, type Scale } from './summed-parts.ts';

/** Steps paired with stretches, both in order. Steps without stretches were left out, stretches without steps are extra. */
export type Block = {
  readonly steps: readonly number[];
  readonly stretches: readonly number[];
  /** How badly they fit: 0 is as planned; from 1 on it may be something else. */
  readonly cost: number;
};
export type Alignment = { readonly blocks: readonly Block[]; readonly cost: number };

/** Where the fastest and slowest speeds differ by less than this factor, speeds do not show what is work. */
const LEAST_RANGE = 1.1;
/** A speed above walking, in metres a second; and the share of the fastest running below which any runner walks. */
const JOGGED_MPS = 1.9;
const WALKED_SHARE = 0.45;
/** A stretch that exceeds its step by this factor and this time is not part of it. */
const MOST_TIMES = 2.5;
const ROOM_S = 240;
/** Blocks that cost more are dropped, since leaving out and extra are cheaper. */
const MOST_OF_BLOCK = 5;
/** The most steps in one block, such as a set during which nobody pressed the lap button. */
const MOST_MERGED = 6;
/**
 * The cheapest way to walk through steps and stretches together (dynamic programming): one by one, a step in several stretches (a watch
 * that ends a lap each kilometre), several steps in one stretch, steps that are missing, stretches that are extra.
 */
export function align(steps: readonly Step[], stretches: readonly Stretch[]): Alignment {
  const scale = scaleOf(steps, stretches);
  const width = stretches.length + 1;
  const costs = new Float64Array((steps.length + 1) * width).fill(Number.POSITIVE_INFINITY);
  /** The place before on the cheapest way, as `step * width + stretch`; -1 where there is none. */
  const before = new Int32Array(costs.length).fill(-1);
  costs[0] = 0;
  for (let step = 0; step <= steps.length; step += 1) {
    for (let stretch = 0; stretch < width; stretch += 1) {
      const at = step * width + stretch;
      const sofar = costs[at] ?? 0;
      const take: Take = (to_step, to_stretch, cost) => {
        const to = to_step * width + to_stretch;
        if (sofar + cost >= (costs[to] ?? 0)) return;
        costs[to] = sofar + cost;
        before[to] = at;
      };
      const [here, next] = [steps[step], stretches[stretch]];
      if (here !== undefined) take(step + 1, stretch, missingCost(here, step));
      if (next !== undefined) take(step, stretch + 1, extraCost(next, stretch));
      if (here !== undefined && next !== undefined)
        eachBlock(steps, stretches, { step, stretch, scale }, take);
    }
  }
  return traceBack(width, costs, before);
}

function traceBack(width: number, costs: Float64Array, before: Int32Array): Alignment {
  const blocks: Block[] = [];
  let to = costs.length - 1;
  for (;;) {
    const at = before[to] ?? -1;
    if (at < 0) break;
    blocks.push({
      steps: range(Math.floor(at / width), Math.floor(to / width)),
      stretches: range(at % width, to % width),
      cost: (costs[to] ?? 0) - (costs[at] ?? 0),
    });
    to = at;
  }
  return { blocks: blocks.reverse(), cost: costs.at(-1) ?? 0 };
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, place) => from + place);

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

/** The slowest and the fastest speed of running; standing and walking are slower and do not count. */
function runningRange(speeds: readonly number[]): readonly [number, number] {
  const most = Math.max(0, ...speeds);
  const least = Math.min(most, ...speeds.filter((speed) => speed >= JOGGED_MPS));
  if (least * LEAST_RANGE < most) return [least, most];
  // This runner's easy running is as slow as another's walking.
  return [Math.min(most, ...speeds.filter((speed) => speed >= most * WALKED_SHARE)), most];
}

type Take = (step: number, stretch: number, cost: number) => void;
type Place = { readonly step: number; readonly stretch: number; readonly scale: Scale };

function eachBlock(
  steps: readonly Step[],
  stretches: readonly Stretch[],
  { step, stretch, scale }: Place,
  take: Take,
): void {
  let planned: Planned | null = null;
  for (let count = 1; count <= MOST_MERGED; count += 1) {
    const next = steps[step + count - 1];
    if (next === undefined) return;
    planned = plannedWith(planned, next, scale.planned[step + count - 1] ?? 0);
    eachRun(stretches, { step, stretch, scale }, planned, take);
  }
}

/** Pairs the steps with one stretch, and with several adjoining ones where it is one step or the steps are alike. */
function eachRun(
  stretches: readonly Stretch[],
  { step, stretch, scale }: Place,
  planned: Planned,
  take: Take,
): void {
  const { count, about_s, low, high } = planned;
  const merged = mergedCost(count, high - low);
  const most = count === 1 || high - low <= ALIKE ? stretches.length - stretch : 1;
  let run = NOTHING_RUN;
  for (let many = 1; many <= most; many += 1) {
    const one = stretches[stretch + many - 1];
    if (one === undefined) return;
    run = runWith(run, one.reached, scale.done[stretch + many - 1] ?? null);
    if (many > 1 && isMuchLonger(run.duration_s, about_s)) return;
    if (count > 1 && isMuchLonger(about_s ?? 0, run.elapsed_s)) continue;
    const fit = fitCost(planned, run) + merged;
    if (fit > MOST_OF_BLOCK) continue;
    const split =
      many === 1 ? 0 : COSTS.split + unevenness(stretches, scale, stretch, { many, run, planned });
    take(step + count, stretch + many, fit + split);
  }
}

function isMuchLonger(seconds: number, than_s: number | null): boolean {
  return than_s !== null && seconds > than_s * MOST_TIMES + ROOM_S;
}
