import { movingMean } from '../moving-mean.ts';
import { gridOf } from '../run-grid.ts';
import { LONGEST_STEP_S, STANDING_MPS, soundTrack } from '../run-track.ts';

/** A recording as an audience sees it; members that are hidden from it are absent or null. */
export type DoneRecording = {
  readonly activity_id: string;
  readonly whole: Pick<
    DoneLap,
    'duration_s' | 'moving_time_s' | 'distance_m' | 'average_heart_rate_bpm'
  > | null;
  readonly laps: readonly DoneLap[];
  readonly samples: DoneSamples | null;
};

export type DoneLap = {
  readonly index: number;
  /** Seconds since the recording began. */
  readonly start_s: number;
  readonly duration_s: number;
  readonly moving_time_s: number | null;
  readonly distance_m: number | null;
  readonly average_heart_rate_bpm: number | null;
};

/** Columns of equal length, null where a sample lacks the value. */
export type DoneSamples = {
  /** Seconds since the recording began, rising. */
  readonly time_s: readonly number[];
  readonly distance_m?: readonly (number | null)[] | undefined;
  readonly speed_mps?: readonly (number | null)[] | undefined;
  readonly altitude_m?: readonly (number | null)[] | undefined;
  readonly heart_rate_bpm?: readonly (number | null)[] | undefined;
};

/** A recording second by second; each list has one value for each second since `start_s`. */
export type DoneRun = {
  readonly start_s: number;
  readonly seconds: number;
  /** Metres covered until then; null where distances are unknown. */
  readonly metres: readonly number[] | null;
  readonly flat_m: readonly number[] | null;
  /** The heart rate of each second; null where it is unknown. */
  readonly heart_rate_bpm: readonly (number | null)[] | null;
  /** Until then: seconds for which the watch was stopped, and seconds in motion. */
  readonly stopped_s: readonly number[];
  readonly moving_s: readonly number[];
};

/** Longer recordings are not read second by second. */
const LONGEST_S = 12 * 3_600;
const SHORTEST_S = 30;

/** @returns null where samples have neither distance nor heart rate, and for recordings under half a minute or over half a day */
export function doneRunOf(samples: DoneSamples): DoneRun | null {
  const distance_m = samples.distance_m ?? distancesOf(samples);
  const track =
    distance_m && soundTrack({ time_s: samples.time_s, distance_m, altitude_m: samples.altitude_m });
  const grid = track && gridOf(track, { least_s: SHORTEST_S, most_s: LONGEST_S });
  const times = grid === null ? samples.time_s : (track?.time_s ?? []);
  const start_s = times[0] ?? 0;
  const seconds = Math.floor((times.at(-1) ?? 0) - start_s);
  if (grid === null && (samples.heart_rate_bpm === undefined || seconds < SHORTEST_S || seconds > LONGEST_S))
    return null;
  const stops = stopsOf(times, start_s, seconds);
  const metres = grid && withoutStops(grid.metres, stops);
  return {
    start_s,
    seconds,
    metres,
    flat_m: grid !== null && knowsGround(samples) ? withoutStops(grid.flat_m, stops) : null,
    heart_rate_bpm: beatsOf(samples, start_s, seconds),
    stopped_s: summed(stops),
    moving_s: summed(motionOf(metres, stops)),
  };
}

function withoutStops(values: readonly number[], stops: readonly boolean[]): number[] {
  let left_out = 0;
  return values.map((value, second) => {
    if (stops[second] === true) left_out += value - (values[second - 1] ?? value);
    return value - left_out;
  });
}

/** Some watches update the distance only every few seconds; the time between two updates is not standing. */
const MOTION_S = 9;

function motionOf(metres: readonly number[] | null, stops: readonly boolean[]): boolean[] {
  if (metres === null) return stops.map((isStopped, second) => !isStopped && second > 0);
  const steps = metres.map((at, second) => at - (metres[second - 1] ?? at));
  const speeds = movingMean([...steps.keys()], steps, MOTION_S - 1);
  return speeds.map((speed, second) => second > 0 && stops[second] !== true && speed >= STANDING_MPS);
}

/** The distance from speeds alone, as a treadmill reports them: each speed lasts until the next sample. */
function distancesOf({ time_s, speed_mps }: DoneSamples): (number | null)[] | null {
  if (speed_mps === undefined) return null;
  let covered_m = 0;
  return time_s.map((now_s, index) => {
    const step_s = now_s - (time_s[index - 1] ?? now_s);
    if (step_s > 0 && step_s <= LONGEST_STEP_S) covered_m += (speed_mps[index - 1] ?? 0) * step_s;
    return covered_m;
  });
}

function knowsGround({ altitude_m }: DoneSamples): boolean {
  return altitude_m?.some((height) => height !== null) === true;
}

function stopsOf(time_s: readonly number[], start_s: number, seconds: number): boolean[] {
  const stops = Array.from({ length: seconds + 1 }, () => false);
  for (let index = 1; index < time_s.length; index += 1) {
    const [from, to] = [(time_s[index - 1] ?? 0) - start_s, (time_s[index] ?? 0) - start_s];
    if (to - from > LONGEST_STEP_S) stops.fill(true, Math.ceil(from) + 1, Math.floor(to) + 1);
  }
  return stops;
}

function beatsOf({ time_s, heart_rate_bpm }: DoneSamples, start_s: number, seconds: number) {
  if (heart_rate_bpm?.some((beats) => beats !== null) !== true) return null;
  const beats: (number | null)[] = Array.from({ length: seconds + 1 }, () => null);
  for (const [index, at] of time_s.entries()) {
    const from = Math.max(0, Math.round(at - start_s));
    const next = Math.min((time_s[index + 1] ?? at + 1) - start_s, from + LONGEST_STEP_S);
    beats.fill(heart_rate_bpm[index] ?? null, from, Math.max(from + 1, Math.round(next)));
  }
  beats.length = seconds + 1;
  return beats;
}

function summed(flags: readonly boolean[]): number[] {
  let sum = 0;
  return flags.map((flag) => {
    sum += flag ? 1 : 0;
    return sum;
  });
}

/** Time, distance and heart rate of a part of a recording; null where unknown. */
export type Reached = {
  readonly elapsed_s: number;
  readonly duration_s: number;
  readonly moving_s: number | null;
  readonly distance_m: number | null;
  readonly flat_m: number | null;
  readonly average_heart_rate_bpm: number | null;
};

/** @param from_s in seconds since the recording began */
export function reachedBetween(run: DoneRun, from_s: number, to_s: number): Reached {
  const at = (second: number): number => Math.min(run.seconds, Math.max(0, Math.round(second - run.start_s)));
  const [from, to] = [at(from_s), at(to_s)];
  const between = (values: readonly number[]): number => (values[to] ?? 0) - (values[from] ?? 0);
  const beats = run.heart_rate_bpm?.slice(from, to).filter((value) => value !== null) ?? [];
  return {
    elapsed_s: to - from,
    duration_s: to - from - between(run.stopped_s),
    moving_s: run.metres && between(run.moving_s),
    distance_m: run.metres && between(run.metres),
    flat_m: run.flat_m && between(run.flat_m),
    average_heart_rate_bpm:
      beats.length * 2 < to - from || beats.length === 0
        ? null
        : beats.reduce((sum, value) => sum + value, 0) / beats.length,
  };
}

/**
 * How long a part took, in the sense that fits the plan: interrupted work may have been finished afterwards, and a runner who rests may
 * have stopped the watch.
 *
 * @returns the time that is nearest to what was planned, in seconds
 */
export function timeReached(
  { elapsed_s, duration_s, moving_s }: Pick<Reached, 'elapsed_s' | 'duration_s' | 'moving_s'>,
  planned: { readonly seconds: number; readonly is_work: boolean },
): number {
  const other = planned.is_work ? (moving_s ?? duration_s) : elapsed_s;
  return Math.abs(other - planned.seconds) < Math.abs(duration_s - planned.seconds) ? other : duration_s;
}

/** The sum of several parts; a value that is unknown in one of them is unknown in the sum. */
export function reachedTogether(parts: readonly Reached[]): Reached {
  const sum = (of: (part: Reached) => number | null): number | null => {
    let total = 0;
    for (const part of parts) {
      const value = of(part);
      if (value === null) return null;
      total += value;
    }
    return total;
  };
  const duration_s = sum((part) => part.duration_s) ?? 0;
  const beats = sum(({ average_heart_rate_bpm, duration_s: time_s }) =>
    average_heart_rate_bpm === null ? null : average_heart_rate_bpm * time_s,
  );
  return {
    elapsed_s: sum((part) => part.elapsed_s) ?? 0,
    duration_s,
    moving_s: sum((part) => part.moving_s),
    distance_m: sum((part) => part.distance_m),
    flat_m: sum((part) => part.flat_m),
    average_heart_rate_bpm: beats === null || duration_s === 0 ? null : beats / duration_s,
  };
}
