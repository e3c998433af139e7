import type { LapIntensity, Recording } from './recording.ts';

/** Of a stretch of which nothing was measured but its time. */
export const NO_TOTALS = {
  start_s: 0,
  /** Pauses included. */
  elapsed_s: 0,
  /** Pauses excluded. */
  timer_s: 0,
  distance_m: null as number | null,
  average_speed_mps: null as number | null,
  max_speed_mps: null as number | null,
  average_heart_rate_bpm: null as number | null,
  max_heart_rate_bpm: null as number | null,
  average_cadence_per_min: null as number | null,
  max_cadence_per_min: null as number | null,
  average_power_w: null as number | null,
  max_power_w: null as number | null,
  ascent_m: null as number | null,
  descent_m: null as number | null,
};

/** Totals of a stretch of a recording, as a watch shows them. Null: the sport or the device has no such number. */
export type RecordingTotals = typeof NO_TOTALS;

type RecordingSummary = {
  total: RecordingTotals;
  laps: (RecordingTotals & { intensity: LapIntensity })[];
};

/** Adds a recording up: as a whole and by lap, so that the laps' times, distances and climbs add up to the whole. */
export function summarizeRecording(recording: Recording): RecordingSummary {
  const climbed = addUpClimbs(recording.samples.altitude_m);
  const stretch = (start_s: number, end_s: number): RecordingTotals =>
    addUp(recording, climbed, start_s, end_s);
  return {
    total: stretch(0, recording.duration_s),
    laps: recording.laps.map((lap) => ({ ...stretch(lap.start_s, lap.end_s), intensity: lap.intensity })),
  };
}

type Climbed = { ascent_m: number[]; descent_m: number[] };

/** Under this a change of height is taken for the barometer's noise. */
const CLIMB_STEP_M = 2;

function addUpClimbs(altitude_m: number[] | null): Climbed | null {
  if (altitude_m === null) return null;
  const climbed: Climbed = { ascent_m: [], descent_m: [] };
  let reference = altitude_m[0] ?? 0;
  let ascent = 0;
  let descent = 0;
  for (const height of altitude_m) {
    const change = height - reference;
    if (Math.abs(change) >= CLIMB_STEP_M) {
      if (change > 0) ascent += change;
      else descent -= change;
      reference = height;
    }
    climbed.ascent_m.push(ascent);
    climbed.descent_m.push(descent);
  }
  return climbed;
}

function addUp(
  recording: Recording,
  climbed: Climbed | null,
  start_s: number,
  end_s: number,
): RecordingTotals {
  const { samples } = recording;
  // Samples after the start, up to and with the end: neighbours share none and lose none.
  const from = start_s === 0 ? 0 : firstAfter(samples.time_s, start_s);
  const to = firstAfter(samples.time_s, end_s);
  const elapsed_s = end_s - start_s;
  const timer_s = elapsed_s - pausedBetween(recording, start_s, end_s);
  const distance_m =
    samples.distance_m === null
      ? null
      : valueAt(samples.time_s, samples.distance_m, end_s) -
        valueAt(samples.time_s, samples.distance_m, start_s);
  const difference = (column: number[]): number =>
    (column[Math.max(0, to - 1)] ?? 0) - (column[Math.max(0, from - 1)] ?? 0);
  const heartRate = meanAndMax(samples.heart_rate_bpm, from, to, true);
  const cadence = meanAndMax(samples.cadence_per_min, from, to, false);
  const power = meanAndMax(samples.power_w, from, to, true);
  return {
    start_s,
    elapsed_s: round(elapsed_s, 1000),
    timer_s: round(timer_s, 1000),
    distance_m: distance_m === null ? null : round(distance_m, 100),
    average_speed_mps: distance_m === null || timer_s <= 0 ? null : round(distance_m / timer_s, 1000),
    max_speed_mps: meanAndMax(samples.speed_mps, from, to, true)?.max ?? null,
    average_heart_rate_bpm: heartRate === null ? null : Math.round(heartRate.mean),
    max_heart_rate_bpm: heartRate?.max ?? null,
    average_cadence_per_min: cadence === null ? null : Math.round(cadence.mean),
    max_cadence_per_min: cadence?.max ?? null,
    average_power_w: power === null ? null : Math.round(power.mean),
    max_power_w: power?.max ?? null,
    ascent_m: climbed === null ? null : round(difference(climbed.ascent_m), 10),
    descent_m: climbed === null ? null : round(difference(climbed.descent_m), 10),
  };
}

/** Linear between samples; over a pause the distance stands still, so nothing is invented there. */
function valueAt(time_s: number[], column: number[], at_s: number): number {
  const after = firstAfter(time_s, at_s);
  if (after === 0) return column[0] ?? 0;
  const before = column[after - 1] ?? 0;
  if (after >= time_s.length) return before;
  const [t0 = 0, t1 = 0] = [time_s[after - 1], time_s[after]];
  return before + ((at_s - t0) / (t1 - t0)) * ((column[after] ?? before) - before);
}

/** The index of the first sample later than `at_s`; the length when there is none. */
export function firstAfter(time_s: number[], at_s: number): number {
  let low = 0;
  let high = time_s.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((time_s[middle] ?? 0) <= at_s) low = middle + 1;
    else high = middle;
  }
  return low;
}

function pausedBetween(recording: Recording, start_s: number, end_s: number): number {
  let paused_s = 0;
  for (const pause of recording.pauses) {
    paused_s += Math.max(0, Math.min(end_s, pause.end_s) - Math.max(start_s, pause.start_s));
  }
  return paused_s;
}

/** Averages of cadence leave out the moments without any, as watches do. */
function meanAndMax(
  column: number[] | null,
  from: number,
  to: number,
  countZeros: boolean,
): { mean: number; max: number } | null {
  if (column === null) return null;
  let sum = 0;
  let count = 0;
  let max = 0;
  for (let index = from; index < to; index++) {
    const value = column[index] ?? 0;
    if (value === 0 && !countZeros) continue;
    sum += value;
    count++;
    if (value > max) max = value;
  }
  return count === 0 ? null : { mean: sum / count, max };
}

function round(value: number, perUnit: number): number {
  return Math.round(value * perUnit) / perUnit;
}
