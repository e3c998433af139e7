import { movingMean } from '../../../training/moving-mean.ts';
import { STANDING_MPS } from '../../../training/run-track.ts';
import type { Sample } from './types.ts';
import { METERS_PER_DEGREE } from './values.ts';

export type PlacedSample = Sample & { lat: number; lng: number };

/** Positions are averaged over this time, which keeps drift and most of a shuttle run. */
const SMOOTHING_S = 5;
const STRIDE_S = 10;
/** In strides this short, drift may exceed 0.4 m/s but stays slower than walking to and fro. */
const SHORT_STRIDE_S = 5;
const WANDERING_MPS = 0.55;
const SHORTEST_STAND_S = 3 * STRIDE_S;
/** Faster movement before or after a stretch means that it was no stand. */
const WALKING_MPS = 0.6;
/** After a longer gap the way to a place is unknown. */
const LONGEST_STEP_S = 30;
/** A faster change of height means a steep slope, where even the fit are slow. */
const CLIMBING_MPS = 0.05;
const LEAST_CLIMB_M = 3;

/**
 * Finds GPS drift of somebody who stands: for at least half a minute the places advance more slowly than walking, and
 * neither speed, cadence, power nor height shows motion.
 * @param samples in time order
 * @returns 1 for each sample whose way from the one before is drift, else 0
 */
export function findDrift(samples: readonly PlacedSample[]): Uint8Array {
  const drift = new Uint8Array(samples.length);
  let from = 0;
  for (let to = 1; to <= samples.length; to += 1) {
    if (isOneLeg(samples[to - 1], samples[to])) continue;
    const leg = samples.slice(from, to);
    for (const stand of findStands(leg)) {
      // At the start of a recording the altimeter settles.
      const isClimb = from + stand.from > 0 && climbs(leg[stand.from], leg[stand.to]);
      if (!isClimb) drift.fill(1, from + stand.from + 1, from + stand.to + 1);
    }
    from = to;
  }
  return drift;
}

function isOneLeg(last: PlacedSample | undefined, next: PlacedSample | undefined): boolean {
  if (last === undefined || next === undefined || last.segment !== next.segment) return false;
  if (last.time_ms === null || next.time_ms === null || saysMoving(last) || saysMoving(next)) return false;
  return next.time_ms - last.time_ms <= LONGEST_STEP_S * 1000;
}

/** Whether anything but the place shows motion. */
export function saysMoving({ speed_mps, cadence, power_w }: Sample): boolean {
  return (speed_mps ?? 0) >= STANDING_MPS || (cadence ?? 0) > 0 || (power_w ?? 0) > 0;
}

function climbs(first: PlacedSample | undefined, last: PlacedSample | undefined): boolean {
  if (first?.altitude_m == null || last?.altitude_m == null) return false;
  const seconds = ((last.time_ms ?? 0) - (first.time_ms ?? 0)) / 1000;
  return Math.abs(last.altitude_m - first.altitude_m) >= Math.max(LEAST_CLIMB_M, CLIMBING_MPS * seconds);
}

type Stand = { from: number; to: number };

/** Samples as a smoothed line on a plane, metres from the first. */
type Line = { time_s: readonly number[]; east_m: readonly number[]; north_m: readonly number[] };

function findStands(leg: readonly PlacedSample[]): Stand[] {
  const [first] = leg;
  const begun_ms = first?.time_ms ?? 0;
  if (first === undefined || (leg.at(-1)?.time_ms ?? 0) - begun_ms < SHORTEST_STAND_S * 1000) return [];
  const time_s = leg.map(({ time_ms }) => ((time_ms ?? 0) - begun_ms) / 1000);
  const metersEast = METERS_PER_DEGREE * Math.cos((first.lat * Math.PI) / 180);
  const smooth = (values: readonly number[]): number[] => movingMean(time_s, values, SMOOTHING_S);
  const line: Line = {
    time_s,
    east_m: smooth(leg.map(({ lng }) => (lng - first.lng) * metersEast)),
    north_m: smooth(leg.map(({ lat }) => (lat - first.lat) * METERS_PER_DEGREE)),
  };
  return slowStretches(line)
    .map((stand) => trimmed(stand, line))
    .filter(({ from, to }) => at(time_s, to) - at(time_s, from) >= SHORTEST_STAND_S);
}

/** Stretches that three strides in a row cover too slowly; overlapping ones are joined. */
function slowStretches(line: Line): Stand[] {
  const { time_s } = line;
  const ends = strideEnds(time_s, STRIDE_S);
  const shortEnds = strideEnds(time_s, SHORT_STRIDE_S);
  const lengths = time_s.map((_, index) => straightM(line, index, ends[index] ?? index));
  const stretches: Stand[] = [];
  for (let from = 0; from < time_s.length; from += 1) {
    const second = ends[from] ?? time_s.length;
    const third = ends[second] ?? time_s.length;
    const to = ends[third] ?? time_s.length;
    if (to >= time_s.length) break;
    const covered_m = at(lengths, from) + at(lengths, second) + at(lengths, third);
    const seconds = at(time_s, to) - at(time_s, from);
    if (covered_m >= STANDING_MPS * seconds) continue;
    if (alongStrides(line, shortEnds, from, to) >= WANDERING_MPS * seconds) continue;
    const last = stretches.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else stretches.push({ from, to });
  }
  return stretches;
}

/** Metres from one sample to another, stride by stride. */
function alongStrides(line: Line, ends: readonly number[], from: number, to: number): number {
  let covered_m = 0;
  for (let start = from; start < to; ) {
    const end = Math.min(ends[start] ?? to, to);
    covered_m += straightM(line, start, end);
    start = end;
  }
  return covered_m;
}

function strideEnds(time_s: readonly number[], stride_s: number): number[] {
  let end = 0;
  return time_s.map((start_s) => {
    while (end < time_s.length && at(time_s, end) < start_s + stride_s) end += 1;
    return end;
  });
}

function trimmed(stand: Stand, line: Line): Stand {
  const { time_s } = line;
  let { from, to } = stand;
  const isWalking = (start: number, end: number): boolean =>
    straightM(line, start, end) >= WALKING_MPS * (at(time_s, end) - at(time_s, start));
  let ahead = from;
  while (from < to) {
    while (ahead < to && at(time_s, ahead) < at(time_s, from) + SMOOTHING_S) ahead += 1;
    if (!isWalking(from, ahead)) break;
    from += 1;
  }
  let behind = to;
  while (to > from) {
    while (behind > from && at(time_s, behind) > at(time_s, to) - SMOOTHING_S) behind -= 1;
    if (!isWalking(behind, to)) break;
    to -= 1;
  }
  return { from, to };
}

function straightM({ east_m, north_m }: Line, from: number, to: number): number {
  const east = at(east_m, to) - at(east_m, from);
  const north = at(north_m, to) - at(north_m, from);
  return Math.sqrt(east * east + north * north);
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0;
}
