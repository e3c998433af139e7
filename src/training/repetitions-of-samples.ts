import { gradeAdjustedSpeed } from './grade-adjusted-pace.ts';
import { movingMean } from './moving-mean.ts';
import { findRepetitions, type Precision, type Repetitions, type Stretch } from './repetitions.ts';
import { type RunSamples, type RunTrack, SHORTEST_GRADE_M, soundTrack } from './run-track.ts';

/** Where one stretch ends and another begins is known to some seconds. */
const SAMPLES: Precision = { distance: 0.06, duration: 0.06, duration_s: 4, contrast: 1.2, is_timed: false };
/** Speeds are averaged over so long, and what is shorter than the second is no stretch. */
const SMOOTHING_S = 15;
const SHORTEST_S = 12;
/** Shorter work disappears in the noise of satellites. */
const SHORTEST_WORK_S = 45;
/** Work is steady: speeds within it vary by less, as a share of their mean. */
const STEADY = 0.08;
/** Beside each change of pace speeds are between both. */
const EDGE_S = 10;
/** Speeds that may part work from rests. */
const THRESHOLDS = { from_mps: 1.4, to_mps: 6.6, step_mps: 0.1 };
/** A speed that stays so near to the threshold changes nothing. */
const HYSTERESIS_MPS = 0.1;
const LONGEST_S = 6 * 3_600;

type Grid = { readonly metres: number[]; readonly flat_m: number[]; readonly speed_mps: number[] };

/**
 * Repetitions, where clear changes of pace tell of them: of each speed that may part work from rests, the one by which most are found.
 * Nothing where the work is not steady, is shorter than 45 s, or is fast only by the ground.
 */
export function repetitionsOfSamples(samples: RunSamples): Repetitions | null {
  const track = soundTrack(samples);
  const grid = gridOf(track);
  if (grid === null) return null;
  let best: Repetitions | null = null;
  for (let mps = THRESHOLDS.from_mps; mps <= THRESHOLDS.to_mps; mps += THRESHOLDS.step_mps) {
    const found = findRepetitions(stretchesOf(grid, mps), SAMPLES);
    if (found !== null && found.count > (best?.count ?? 0)) best = found;
  }
  return best;
}

/** Each second: metres covered, the same as on the flat, and the speed. */
function gridOf(track: RunTrack): Grid | null {
  const { time_s, distance_m, altitude_m } = track;
  const start = time_s[0] ?? 0;
  const seconds = Math.floor((time_s.at(-1) ?? 0) - start);
  if (seconds < SHORTEST_WORK_S * 3 || seconds > LONGEST_S) return null;
  const metres: number[] = [];
  const heights: number[] = [];
  let place = 0;
  for (let second = 0; second <= seconds; second += 1) {
    while (place + 2 < time_s.length && (time_s[place + 1] ?? 0) < start + second) place += 1;
    const [from, to] = [time_s[place] ?? 0, time_s[place + 1] ?? 0];
    const share = to > from ? Math.min(1, Math.max(0, (start + second - from) / (to - from))) : 0;
    const between = (values: readonly number[]): number =>
      (values[place] ?? 0) + share * ((values[place + 1] ?? values[place] ?? 0) - (values[place] ?? 0));
    metres.push(between(distance_m));
    heights.push(between(altitude_m));
  }
  const steps = metres.map((at, second) => at - (metres[second - 1] ?? at));
  const speed_mps = movingMean([...steps.keys()], steps, SMOOTHING_S);
  return { metres, flat_m: flatOf(metres, heights), speed_mps };
}

const GRADE_S = 30;

function flatOf(metres: readonly number[], heights: readonly number[]): number[] {
  let flat_m = 0;
  return metres.map((at, second) => {
    const from = Math.max(0, second - GRADE_S);
    const covered_m = at - (metres[from] ?? at);
    const rise_m = (heights[second] ?? 0) - (heights[from] ?? 0);
    const step_m = at - (metres[second - 1] ?? at);
    flat_m += gradeAdjustedSpeed(step_m, covered_m < SHORTEST_GRADE_M ? 0 : rise_m / covered_m);
    return flat_m;
  });
}

/** Fast and slow ones by turns. */
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

/** The seconds at which the speed crosses the threshold, with the first and the last one of all; what is too short is no change. */
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
