import { movingMean } from '../moving-mean.ts';
import { type DoneRecording, type DoneRun, reachedBetween } from './done-run.ts';
import { type Stretch, stretchOf } from './stretches.ts';

/** The median removes positions that jump for a moment, the mean the rest of the noise. */
const MEDIAN_S = 5;
const MEAN_S = 7;
/** Below this speed a runner stands or strolls. */
const RESTING_MPS = 0.8;
/** Speeds that differ by less than this share count as one: GPS noise, wind and small hills cause as much. */
const LEAST_SEPARATION = 0.1;
/** The least time in motion of a group of speeds. */
const LEAST_TIME_S = 15;
/** A change counts once the speed is this far beyond the middle of two speeds, as a share of their difference. */
const HYSTERESIS = 0.1;
const BIN_MPS = 0.05;
const FASTEST_MPS = 8;
/** Smoothing moves an edge by at most this time. */
const EDGE_S = 12;

/**
 * With noise around two speeds, three groups leave two thirds of the squares; where they leave less than this, there are three speeds.
 */
const MUCH_LESS = 0.4;

/**
 * Splits runs where their speed changes clearly: speeds of all seconds in motion fall into two or three groups (least squares), and each
 * lasting change from one group to another begins a stretch. Standing is a group of its own.
 *
 * Edges are set where the speeds before and after differ most, which is known to about 5 s.
 *
 * @param shortest_s the shortest stretch
 * @returns the stretches by two groups and by three, where these are at least 10 % apart; none where distances are unknown
 */
export function stretchesOfSpeed(runs: readonly (DoneRun | null)[], shortest_s: number): Stretch[][] {
  const speeds = runs.map((run) => (run?.metres == null ? null : speedsOf(run.metres, run.stopped_s)));
  if (speeds.some((one) => one === null) || runs.length === 0) return [];
  const counts = histogramOf(speeds);
  const clear = [2, 3].flatMap((levels) => {
    const split = bestSplit(counts, levels);
    return split === null || separationOf(split.centres) < LEAST_SEPARATION ? [] : [split];
  });
  const most = clear.at(-1)?.left ?? 0;
  const wanted = clear.filter(({ left }) => most >= left * MUCH_LESS || left === most);
  return wanted.flatMap(({ centres }) => {
    const stretches = runs.flatMap((run, recording) => {
      const smooth = speeds[recording] ?? null;
      return run?.metres == null || smooth === null
        ? []
        : partRun(run, run.metres, { smooth, recording, centres, shortest_s });
    });
    return [stretches];
  });
}

export function wholeRuns(
  recordings: readonly DoneRecording[],
  runs: readonly (DoneRun | null)[],
): Stretch[] {
  return recordings.flatMap(({ whole }, recording) => {
    const run = runs[recording] ?? null;
    if (run !== null) return [stretchBetween(run, recording, 0, run.seconds)];
    if (whole === null) return [];
    const { duration_s, moving_time_s: moving_s, distance_m, average_heart_rate_bpm } = whole;
    const reached = {
      elapsed_s: duration_s,
      duration_s,
      moving_s,
      distance_m,
      flat_m: null,
      average_heart_rate_bpm,
    };
    return [stretchOf({ recording, start_s: 0, end_s: duration_s, lap_indexes: [], reached })];
  });
}

/** The difference of the two main speeds as a share of the faster one; null where distances are unknown. */
export function speedSeparation(runs: readonly (DoneRun | null)[]): number | null {
  const speeds = runs.map((run) => (run?.metres == null ? null : speedsOf(run.metres, run.stopped_s)));
  if (speeds.length === 0 || speeds.some((one) => one === null)) return null;
  const counts = histogramOf(speeds);
  if (counts.every((seconds) => seconds === 0)) return null;
  const split = bestSplit(counts, 2);
  return split === null ? 0 : separationOf(split.centres);
}

/** The speed of each second, 0 while the watch is stopped. */
function speedsOf(metres: readonly number[], stopped_s: readonly number[]): number[] {
  const steps = metres.map((at, second) => Math.max(0, (metres[second + 1] ?? at) - at));
  const steady = mediansOf(steps);
  const smooth = movingMean([...steady.keys()], steady, MEAN_S - 1);
  return smooth.map((speed, second) => ((stopped_s[second + 1] ?? 0) > (stopped_s[second] ?? 0) ? 0 : speed));
}

/** The windows share one buffer: a list for each second of a long run takes longer than the medians. */
function mediansOf(values: readonly number[]): number[] {
  const half = (MEDIAN_S - 1) / 2;
  const near = new Float64Array(MEDIAN_S);
  return values.map((_, at) => {
    for (let place = 0; place < MEDIAN_S; place += 1)
      near[place] = values[Math.min(values.length - 1, Math.max(0, at + place - half))] ?? 0;
    near.sort();
    return near[half] ?? 0;
  });
}

function histogramOf(speeds: readonly (readonly number[] | null)[]): number[] {
  const counts = Array.from({ length: Math.ceil(FASTEST_MPS / BIN_MPS) }, () => 0);
  for (const one of speeds)
    for (const speed of one ?? []) {
      if (speed < RESTING_MPS) continue;
      const bin = Math.min(counts.length - 1, Math.floor(speed / BIN_MPS));
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
  return counts;
}

function separationOf(centres: readonly number[]): number {
  return Math.min(...centres.slice(1).map((centre, place) => 1 - (centres[place] ?? 0) / centre));
}

type Split = { readonly centres: readonly number[]; readonly left: number };

/** The split into groups that leaves the least squares within them, over all borders; null where there was hardly any running. */
function bestSplit(counts: readonly number[], levels: number): Split | null {
  const count = [0];
  const sum = [0];
  let squares = 0;
  for (const [bin, seconds] of counts.entries()) {
    count.push((count[bin] ?? 0) + seconds);
    sum.push((sum[bin] ?? 0) + seconds * (bin + 0.5) * BIN_MPS);
    squares += seconds * ((bin + 0.5) * BIN_MPS) ** 2;
  }
  const group = (from: number, to: number) => {
    const seconds = (count[to] ?? 0) - (count[from] ?? 0);
    const total = (sum[to] ?? 0) - (sum[from] ?? 0);
    // The squares that a group explains: the more it explains, the less is left within it.
    return seconds < LEAST_TIME_S ? null : { centre: total / seconds, explains: total ** 2 / seconds };
  };
  let best: Split | null = null;
  const visit = (from: number, left: number, centres: number[], explains: number): void => {
    for (let to = left === 1 ? counts.length : from + 1; to <= counts.length; to += 1) {
      const one = group(from, to);
      if (one === null) continue;
      const sofar = explains + one.explains;
      if (left > 1) visit(to, left - 1, [...centres, one.centre], sofar);
      else if (best === null || squares - sofar < best.left)
        best = { centres: [...centres, one.centre], left: squares - sofar };
    }
  };
  visit(0, levels, [], 0);
  return best;
}

function partRun(
  run: DoneRun,
  metres: readonly number[],
  by: {
    readonly smooth: readonly number[];
    readonly recording: number;
    readonly centres: readonly number[];
    readonly shortest_s: number;
  },
): Stretch[] {
  const { smooth, recording, shortest_s } = by;
  const levels = [0, ...by.centres];
  const pieces = mergeShort(piecesOf(smooth, levels), smooth, shortest_s);
  const edges = pieces.slice(1).map(({ from }, place) => {
    const [before, after] = [pieces[place], pieces[place + 1]];
    const room = { from: (before?.from ?? 0) + 3, to: (after?.to ?? from) - 3 };
    return sharpest(metres, from, room);
  });
  const bounds = [0, ...edges, run.seconds];
  return bounds.slice(1).map((to, place) => stretchBetween(run, recording, bounds[place] ?? 0, to));
}

function stretchBetween(run: DoneRun, recording: number, from: number, to: number): Stretch {
  const [start_s, end_s] = [run.start_s + from, run.start_s + to];
  return stretchOf({
    recording,
    start_s,
    end_s,
    lap_indexes: [],
    reached: reachedBetween(run, start_s, end_s),
  });
}

type Piece = { readonly from: number; readonly to: number; readonly level: number };

function piecesOf(smooth: readonly number[], levels: readonly number[]): Piece[] {
  const nearest = (speed: number): number =>
    levels.reduce(
      (best, level, place) =>
        Math.abs(level - speed) < Math.abs((levels[best] ?? 0) - speed) ? place : best,
      0,
    );
  const pieces: Piece[] = [];
  let [from, level] = [0, nearest(smooth[0] ?? 0)];
  for (const [second, speed] of smooth.entries()) {
    const next = nearest(speed);
    if (next === level) continue;
    const [low, high] = [levels[Math.min(next, level)] ?? 0, levels[Math.max(next, level)] ?? 0];
    // A change over several levels is clear; a change to the next level has to pass the middle by more than noise.
    const isNeighbour = Math.abs(next - level) === 1;
    if (isNeighbour && Math.abs(speed - (low + high) / 2) < HYSTERESIS * (high - low)) continue;
    pieces.push({ from, to: second, level });
    [from, level] = [second, next];
  }
  return [...pieces, { from, to: smooth.length - 1, level }];
}

/** Merges short pieces into their neighbours, the shortest first; neighbours of one level are joined. */
function mergeShort(pieces: readonly Piece[], smooth: readonly number[], shortest_s: number): Piece[] {
  const sums = [0];
  for (const [second, speed] of smooth.entries()) sums.push((sums[second] ?? 0) + speed);
  const meanOf = ({ from, to }: Piece): number =>
    ((sums[to] ?? 0) - (sums[from] ?? 0)) / Math.max(1, to - from);
  const kept = [...pieces];
  while (kept.length > 1) {
    let short = 0;
    for (const [place, { from, to }] of kept.entries()) {
      const best = kept[short];
      if (best !== undefined && to - from < best.to - best.from) short = place;
    }
    const piece = kept[short];
    if (piece === undefined || piece.to - piece.from >= shortest_s) break;
    const [before, after] = [kept[short - 1], kept[short + 1]];
    if (before !== undefined && after !== undefined && before.level === after.level) {
      kept.splice(short - 1, 3, { ...before, to: after.to });
    } else if (
      after === undefined ||
      (before !== undefined &&
        Math.abs(meanOf(before) - meanOf(piece)) <= Math.abs(meanOf(after) - meanOf(piece)))
    ) {
      if (before !== undefined) kept.splice(short - 1, 2, { ...before, to: piece.to });
    } else kept.splice(short, 2, { ...after, from: piece.from });
  }
  return kept;
}

/** The second near an edge at which the mean speeds before and after it explain most of the run around it. */
function sharpest(metres: readonly number[], edge: number, room: { from: number; to: number }): number {
  const at = (second: number): number => metres[second] ?? 0;
  const [from, to] = [Math.max(room.from - 3, edge - 2 * EDGE_S), Math.min(room.to + 3, edge + 2 * EDGE_S)];
  let [best, most] = [edge, Number.NEGATIVE_INFINITY];
  const first = Math.max(room.from, edge - EDGE_S);
  const last = Math.min(room.to, edge + EDGE_S);
  for (let second = first; second <= last; second += 1) {
    if (second <= from || second >= to) continue;
    const explains =
      (at(second) - at(from)) ** 2 / (second - from) + (at(to) - at(second)) ** 2 / (to - second);
    if (explains > most) [best, most] = [second, explains];
  }
  return best;
}
