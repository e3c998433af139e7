import { movingMean } from './moving-mean.ts';
import { findRepetitions, type Precision, type Repetitions, type Stretch } from './repetitions.ts';
import { gridOf, type RunGrid } from './run-grid.ts';
import { type RunSamples, type RunTrack, soundTrack } from './run-track.ts';

/** Samples tell to within some seconds where a stretch ends. */
const SAMPLES: Precision = { distance: 0.06, duration: 0.06, duration_s: 4, contrast: 1.2, is_timed: false };
/** Speeds are averaged over the first time; what is shorter than the second is not a stretch. */
const SMOOTHING_S = 15;
const SHORTEST_S = 12;
/** Shorter work disappears in the noise of GPS. */
const SHORTEST_WORK_S = 45;
/** Work is steady: speeds within it vary by less than this share of their mean. */
const STEADY = 0.08;
/** Within this time of a change of pace the averaged speed mixes both paces. */
const EDGE_S = 10;
/** The speeds that are tried as the border between work and rest. */
const THRESHOLDS = { from_mps: 1.4, to_mps: 6.6, step_mps: 0.1 };
/** A speed that stays this near to the border does not change between work and rest. */
const HYSTERESIS_MPS = 0.1;
const LONGEST_S = 6 * 3_600;

type Grid = RunGrid & { readonly speed_mps: number[] };

/**
 * The repetitions that clear changes of pace show. Each speed of `THRESHOLDS` is tried as the border between work and rest, and the one
 * with the most repetitions counts. Work that is not steady, is shorter than 45 s, or is fast only because of the ground is not found.
 */
export function repetitionsOfSamples(samples: RunSamples): Repetitions | null {
  const grid = speedsOf(soundTrack(samples));
  if (grid === null) return null;
  let best: Repetitions | null = null;
  for (let mps = THRESHOLDS.from_mps; mps <= THRESHOLDS.to_mps; mps += THRESHOLDS.step_mps) {
    const found = findRepetitions(stretchesOf(grid, mps), SAMPLES);
    if (found !== null && found.count > (best?.count ?? 0)) best = found;
  }
  return best;
}

function speedsOf(track: RunTrack): Grid | null {
  const grid = gridOf(track, { least_s: SHORTEST_WORK_S * 3, most_s: LONGEST_S });
  if (grid === null) return null;
  const { metres } = grid;
  const steps = metres.map((at, second) => at - (metres[second - 1] ?? at));
  return { ...grid, speed_mps: movingMean([...steps.keys()], steps, SMOOTHING_S) };
}

function stretchesOf(grid: Grid, threshold_mps: number): Stretch[] {
  const ends = changesOf(grid.speed_mps, threshold_mps);
  const at = (values: readonly number[], second: number): number => values[second] ?? 0;
  return ends.slice(1).map((end, index) => {
    const start = ends[index] ?? 0;
    const stretch = {
      distance_m: at(grid.metres, end) - at(grid.metres, start),
      duration_s: end - start,
      flat_m: at(grid.flat_m, end) - at(grid.flat_m, start),
    };
    const isFast = stretch.distance_m > threshold_mps * stretch.duration_s;
    const isFit =
      !isFast ||
      (end - start >= SHORTEST_WORK_S && isSteady(grid.speed_mps.slice(start + EDGE_S, end - EDGE_S)));
    return isFit ? stretch : { ...stretch, is_vague: true };
  });
}

function isSteady(speeds: readonly number[]): boolean {
  const mean = speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length;
  const variance = speeds.reduce((sum, speed) => sum + (speed - mean) ** 2, 0) / speeds.length;
  return Math.sqrt(variance) <= STEADY * mean;
}

/** The seconds at which the speed crosses the threshold, between the first and the last second; a change that is too short is dropped. */
function changesOf(speeds: readonly number[], threshold_mps: number): number[] {
  const changes = [0];
  let isFast = (speeds[0] ?? 0) > threshold_mps;
  let crossed = 0;
  for (const [second, speed] of speeds.entries()) {
    const isOver = speed > threshold_mps;
    if (second > 0 && isOver !== (speeds[second - 1] ?? 0) > threshold_mps) crossed = second;
    const isClear = Math.abs(speed - threshold_mps) > HYSTERESIS_MPS;
    if (isOver === isFast || !isClear) continue;
    isFast = isOver;
    const last = changes.at(-1) ?? 0;
    if (crossed - last < SHORTEST_S && changes.length > 1) changes.pop();
    else changes.push(crossed);
  }
  return [...changes, speeds.length - 1];
}
