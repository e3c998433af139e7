import { STANDING_MPS } from '../../../training/run-track.ts';
import { saysMoving } from './find-drift.ts';
import type { TimedSample } from './order-samples.ts';

/** An altimeter settles within this time of the start. */
const SETTLED_AFTER_S = 600;
/** The time over which altitude is compared with the way. */
const WINDOW_S = 5;

/** A change this large between samples is a jump of the altimeter where the way is too short for it. */
const JUMP_M = 10;
/** Nobody climbs stairs faster. */
const FASTEST_CLIMB_MPS = 1.5;

/**
 * Altitudes without artefacts: before the altimeter has settled, jumps, and gaps between segments. Later values are
 * shifted accordingly, so only differences have a meaning.
 * @param series with the distance since the start, where known
 * @returns as many, null where unknown
 */
export function soundAltitudes(series: readonly TimedSample[]): (number | null)[] {
  const settled = settledFrom(series);
  let shift_m = 0;
  let last: TimedSample | undefined;
  return series.map((sample, index) => {
    if (sample.altitude_m === null) return null;
    if (last !== undefined && (index <= settled || isNoClimb(last, sample))) {
      shift_m += (last.altitude_m ?? 0) - sample.altitude_m;
    }
    last = sample;
    return sample.altitude_m + shift_m;
  });
}

/** The index of the first sample in motion whose altitude changes no faster than the way can rise; 0 where no way is known. */
function settledFrom(series: readonly TimedSample[]): number {
  const [first] = series;
  if (first === undefined || !series.some(({ distance_m }) => distance_m !== null)) return 0;
  let from = 0;
  let settled = 0;
  for (const [index, sample] of series.entries()) {
    if (sample.time_ms - first.time_ms > SETTLED_AFTER_S * 1000) break;
    settled = index;
    while (sample.time_ms - (series[from]?.time_ms ?? 0) > WINDOW_S * 1000 && from < index - 1) from += 1;
    const start = series[from];
    if (start !== undefined && index > 0 && isSettled(start, sample)) break;
  }
  return settled;
}

function isSettled(from: TimedSample, to: TimedSample): boolean {
  const seconds = (to.time_ms - from.time_ms) / 1000;
  const way_m = wayM(from, to);
  const isMoving = saysMoving(to) || way_m >= STANDING_MPS * seconds;
  const reached_m = saysMoving(to) ? Math.max(way_m, FASTEST_CLIMB_MPS * seconds) : way_m;
  return isMoving && riseM(from, to) <= reached_m;
}

function isNoClimb(from: TimedSample, to: TimedSample): boolean {
  if (from.segment !== to.segment) return true;
  const rise_m = riseM(from, to);
  if (rise_m < JUMP_M || rise_m <= (FASTEST_CLIMB_MPS * (to.time_ms - from.time_ms)) / 1000) return false;
  return rise_m > wayM(from, to);
}

function riseM(from: TimedSample, to: TimedSample): number {
  return from.altitude_m === null || to.altitude_m === null ? 0 : Math.abs(to.altitude_m - from.altitude_m);
}

function wayM(from: TimedSample, to: TimedSample): number {
  return from.distance_m === null || to.distance_m === null ? 0 : to.distance_m - from.distance_m;
}
