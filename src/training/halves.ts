import { gradeAdjustedSpeed } from './grade-adjusted-pace.ts';
import { LONGEST_STEP_S, type RunSamples, SHORTEST_GRADE_M, STANDING_MPS, soundTrack } from './run-track.ts';

export type Halves = {
  readonly first_s_per_km: number;
  readonly second_s_per_km: number;
  /** Whether the paces are converted to the flat because hills make a difference; otherwise they are paces over the ground. */
  readonly is_graded: boolean;
  /**
   * Least and greatest ratio of the second half's pace to the first one's; above 1 the second half was slower. How much time a descent
   * gives back is disputed: on treadmills it is much (Minetti), on roads little. The range reaches from none of it to all of it.
   */
  readonly ratio: { readonly least: number; readonly most: number };
};

/** Runs that are shorter say nothing about pacing. */
const LEAST_M = 3_000;
/** The window over which the grade is measured. */
const WINDOW_S = 30;
/** Where the grade changes the pace of a half by more than this share, the ground was not flat. */
const FLAT = 0.01;

type Sums = { seconds: number; metres: number; relieved_m: number; unrelieved_m: number };

/** @returns null where the run is too short, or where too little of it is known */
export function halvesOfSamples(samples: RunSamples): Halves | null {
  const { time_s, distance_m, altitude_m } = soundTrack(samples);
  const at = (values: readonly number[], index: number): number => values[index] ?? 0;
  const whole_m = distance_m.at(-1) ?? 0;
  if (whole_m < LEAST_M) return null;
  const none = (): Sums => ({ seconds: 0, metres: 0, relieved_m: 0, unrelieved_m: 0 });
  const [first, second] = [none(), none()];
  let from = 0;
  for (let index = 1; index < time_s.length; index += 1) {
    const step_s = at(time_s, index) - at(time_s, index - 1);
    const step_m = at(distance_m, index) - at(distance_m, index - 1);
    if (step_s > LONGEST_STEP_S) from = index;
    if (step_s > LONGEST_STEP_S || step_m / step_s < STANDING_MPS) continue;
    while (from < index - 1 && at(time_s, index) - at(time_s, from) > WINDOW_S) from += 1;
    const covered_m = at(distance_m, index) - at(distance_m, from);
    const rise_m = at(altitude_m, index) - at(altitude_m, from);
    const flat_m = gradeAdjustedSpeed(step_m, covered_m < SHORTEST_GRADE_M ? 0 : rise_m / covered_m);
    const half = at(distance_m, index) - step_m / 2 < whole_m / 2 ? first : second;
    half.seconds += step_s;
    half.metres += step_m;
    half.relieved_m += flat_m;
    half.unrelieved_m += Math.max(step_m, flat_m);
  }
  return compare(first, second);
}

function compare(first: Sums, second: Sums): Halves | null {
  if (first.metres < LEAST_M / 3 || second.metres < LEAST_M / 3) return null;
  const ratios = (['relieved_m', 'unrelieved_m'] as const).map(
    (by) => second.seconds / second[by] / (first.seconds / first[by]),
  );
  const flat_m = ({ relieved_m, unrelieved_m }: Sums): number => (relieved_m + unrelieved_m) / 2;
  const is_graded = [first, second].some((half) => Math.abs(flat_m(half) / half.metres - 1) > FLAT);
  const pace = (half: Sums): number => paceOf(half.seconds, is_graded ? flat_m(half) : half.metres);
  return {
    first_s_per_km: pace(first),
    second_s_per_km: pace(second),
    is_graded,
    ratio: { least: rounded(Math.min(...ratios)), most: rounded(Math.max(...ratios)) },
  };
}

type Lap = { readonly distance_m: number | null; readonly duration_s: number | null };

/** With a lap that is longer than this share of the run, laps do not tell where the half was. */
const LONGEST_LAP = 0.3;

export function halvesOfLaps(laps: readonly Lap[]): Halves | null {
  const parts = laps.flatMap(({ distance_m, duration_s }) =>
    distance_m === null || duration_s === null ? [] : [{ metres: distance_m, seconds: duration_s }],
  );
  // A lap of unknown length or time leaves the middle of the run unknown.
  if (parts.length < laps.length) return null;
  const whole = parts.reduce((sum, { metres }) => sum + metres, 0);
  if (whole < LEAST_M || parts.some(({ metres }) => metres > whole * LONGEST_LAP)) return null;
  let [metres, seconds, all] = [0, 0, 0];
  for (const part of parts) {
    const share = part.metres === 0 ? 0 : Math.min(1, Math.max(0, (whole / 2 - metres) / part.metres));
    metres += part.metres;
    seconds += part.seconds * (metres <= whole / 2 ? 1 : share);
    all += part.seconds;
  }
  const [first, second] = [paceOf(seconds, whole / 2), paceOf(all - seconds, whole / 2)];
  const ratio = rounded(second / first);
  return {
    first_s_per_km: first,
    second_s_per_km: second,
    is_graded: false,
    ratio: { least: ratio, most: ratio },
  };
}

function paceOf(seconds: number, metres: number): number {
  return Math.round((seconds * 10_000) / metres) / 10;
}

function rounded(ratio: number): number {
  return Math.round(ratio * 10_000) / 10_000;
}
