import { STANDING_MPS } from '../../../training/run-track.ts';
import { saysMoving } from './find-drift.ts';
import type { TimedSample } from './order-samples.ts';

/** A sample must advance within this time. */
const WINDOW_S = 10;

/** Without a distance nothing tells standing from moving: only gaps longer than this are pauses. */
const GAP_S = 60;

/** Samples farther apart say nothing about speed, cadence or power between them. */
const LONGEST_WORD_S = 30;

/** Seconds in motion for files without a timer: ten-second stretches that advance. Between segments the recording was interrupted. */
export function movingSeconds(series: readonly TimedSample[]): number {
  let moving = 0;
  let from: TimedSample | undefined;
  let last: TimedSample | undefined;
  const flush = (): void => {
    if (from === undefined || last === undefined) return;
    const seconds = (last.time_ms - from.time_ms) / 1000;
    if (seconds > 0 && isMoving(from, last, seconds)) moving += seconds;
  };
  for (const sample of series) {
    if (from === undefined || last === undefined) {
      from = sample;
    } else if (sample.segment !== last.segment) {
      flush();
      from = sample;
    } else if (sample.time_ms - from.time_ms >= WINDOW_S * 1000) {
      // A long gap is judged alone, so that it cannot include the seconds before it.
      if (sample.time_ms - last.time_ms > WINDOW_S * 1000 && last !== from) {
        flush();
        from = last;
      }
      last = sample;
      flush();
      from = sample;
    }
    last = sample;
  }
  flush();
  return moving;
}

function isMoving(from: TimedSample, to: TimedSample, seconds: number): boolean {
  if (from.distance_m === null || to.distance_m === null) return seconds <= GAP_S;
  if ((to.distance_m - from.distance_m) / seconds >= STANDING_MPS) return true;
  return seconds <= LONGEST_WORD_S && saysMoving(from) && saysMoving(to);
}

/** A sample stands for the time to the next one, but not for a pause. */
const MAX_WEIGHT_S = 30;

export function meanOverTime(
  series: readonly TimedSample[],
  pick: (sample: TimedSample) => number | null,
): number | null {
  let sum = 0;
  let weights = 0;
  for (const [index, sample] of series.entries()) {
    const value = pick(sample);
    if (value === null) continue;
    const next = series[index + 1];
    const weight = next === undefined ? 1 : Math.min((next.time_ms - sample.time_ms) / 1000, MAX_WEIGHT_S);
    sum += value * weight;
    weights += weight;
  }
  return weights > 0 ? sum / weights : null;
}

export function largest(
  series: readonly TimedSample[],
  pick: (sample: TimedSample) => number | null,
): number | null {
  let max: number | null = null;
  for (const sample of series) {
    const value = pick(sample);
    if (value !== null && (max === null || value > max)) max = value;
  }
  return max;
}

/** The seconds over which speed is computed: long enough for GPS, short enough for a sprint. */
const SPEED_WINDOW_S = 5;

/** Metres a second around each sample, from its distances; null across interruptions and where unknown. */
export function speedsFromDistance(series: readonly TimedSample[]): (number | null)[] {
  const known = series.filter((sample) => sample.distance_m !== null);
  const speeds = new Map<TimedSample, number>();
  let from = 0;
  for (const [index, sample] of known.entries()) {
    while (sample.time_ms - (known[from]?.time_ms ?? 0) > SPEED_WINDOW_S * 1000 && from < index - 1)
      from += 1;
    const start = known[from];
    if (start === undefined || index === 0 || start.segment !== sample.segment) {
      if (start?.segment !== sample.segment) from = index;
      continue;
    }
    const seconds = (sample.time_ms - start.time_ms) / 1000;
    if (seconds > 0) speeds.set(sample, ((sample.distance_m ?? 0) - (start.distance_m ?? 0)) / seconds);
  }
  return series.map((sample) => speeds.get(sample) ?? null);
}
