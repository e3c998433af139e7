import { SECOND_MS } from '../../../../shared/time.ts';
import { NOTHING_STATED, type StatedLap } from '../../../activities/index.ts';
import { isObject } from '../members.ts';
import type { Reading } from './read-samples.ts';
import { epochSeconds } from './values.ts';

/** Nobody presses the button more often. A longer list is a mistake, and then there are no laps. */
const MAX_LAPS = 1_000;

/** A sample stands for the time up to the next one, but not for a pause. */
const MAX_WEIGHT_S = 30;

/**
 * Laps of a workout. Garmin gives only the beginning of each, so their totals are computed from the samples.
 *
 * @param readings in the order of time
 * @param end_s when the last one ends, epoch seconds
 */
export function lapsOf(laps: unknown, readings: readonly Reading[], end_s: number): StatedLap[] {
  const starts = startsOf(laps, end_s);
  if (starts.length > MAX_LAPS) return [];
  let from = 0;
  return starts.map((start_s, index) => {
    const until_s = starts[index + 1] ?? end_s;
    while ((timeOf(readings[from]) ?? end_s) < start_s) from += 1;
    let until = from;
    while ((timeOf(readings[until]) ?? end_s) < until_s) until += 1;
    // The next lap begins where this one ends; nothing was measured after the last one.
    const edge = Math.min(until, readings.length - 1);
    const lap = measure(readings.slice(from, until), readings[edge]);
    from = until;
    return { ...lap, start_ms: start_s * SECOND_MS, elapsed_s: until_s - start_s };
  });
}

function timeOf(reading: Reading | undefined): number | undefined {
  return reading === undefined ? undefined : reading.time_ms / SECOND_MS;
}

function startsOf(laps: unknown, end_s: number): number[] {
  if (!Array.isArray(laps)) return [];
  const starts = laps.flatMap((lap: unknown) => {
    const start_s = isObject(lap) ? epochSeconds(lap.startTimeInSeconds) : null;
    return start_s === null || start_s >= end_s ? [] : [start_s];
  });
  return [...new Set(starts)].toSorted((a, b) => a - b);
}

/** @param edge the first sample after them, or the last one there is */
function measure(inside: readonly Reading[], edge: Reading | undefined): Omit<StatedLap, 'start_ms'> {
  const [first] = inside;
  const gained = (pick: (reading: Reading) => number | null): number | null => {
    const [before, after] = [first && pick(first), edge && pick(edge)];
    return before == null || after == null || after < before ? null : after - before;
  };
  const known = (pick: (reading: Reading) => number | null): number[] =>
    inside.map(pick).filter((value) => value !== null);
  const most = (pick: (reading: Reading) => number | null): number | null =>
    known(pick).reduce<number | null>((largest, value) => Math.max(largest ?? value, value), null);
  return {
    ...NOTHING_STATED,
    timer_s: gained((reading) => reading.moving_s) || gained((reading) => reading.timer_s),
    distance_m: gained((reading) => reading.distance_m),
    max_speed_mps: most((reading) => reading.speed_mps),
    average_heart_rate_bpm: mean(inside, (reading) => reading.heart_rate_bpm),
    max_heart_rate_bpm: most((reading) => reading.heart_rate_bpm),
    // A runner who stands still has no slow cadence.
    cadence: mean(inside, (reading) => reading.cadence || null),
    average_power_w: mean(inside, (reading) => reading.power_w),
  };
}

/** The mean over time, of the known values. */
function mean(readings: readonly Reading[], pick: (reading: Reading) => number | null): number | null {
  let sum = 0;
  let weights = 0;
  for (const [index, reading] of readings.entries()) {
    const value = pick(reading);
    if (value === null) continue;
    const next_ms = readings[index + 1]?.time_ms ?? reading.time_ms + SECOND_MS;
    const weight = Math.min(Math.max(0, next_ms - reading.time_ms) / SECOND_MS, MAX_WEIGHT_S);
    sum += value * weight;
    weights += weight;
  }
  return weights > 0 ? sum / weights : null;
}
