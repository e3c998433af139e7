import { gradeAdjustedSpeed } from './grade-adjusted-pace.ts';
import { type RunTrack, SHORTEST_GRADE_M } from './run-track.ts';

export type RunGrid = {
  readonly start_s: number;
  /** Metres over the ground until each second. */
  readonly metres: number[];
  /** The same distance on the flat (`grade-adjusted-pace.ts`); equal to `metres` where altitudes are not known. */
  readonly flat_m: number[];
};

/** The window over which the grade is measured. */
const GRADE_S = 30;

/**
 * The run at each second, interpolated evenly between samples.
 *
 * @param limits shortest and longest duration of a run, in seconds
 * @returns null where the run is shorter or longer
 */
export function gridOf(
  { time_s, distance_m, altitude_m }: RunTrack,
  limits: { readonly least_s: number; readonly most_s: number },
): RunGrid | null {
  const start_s = time_s[0] ?? 0;
  const seconds = Math.floor((time_s.at(-1) ?? 0) - start_s);
  if (seconds < limits.least_s || seconds > limits.most_s) return null;
  const metres: number[] = [];
  const heights: number[] = [];
  let place = 0;
  for (let second = 0; second <= seconds; second += 1) {
    while (place + 2 < time_s.length && (time_s[place + 1] ?? 0) < start_s + second) place += 1;
    const [from, to] = [time_s[place] ?? 0, time_s[place + 1] ?? 0];
    const share = to > from ? Math.min(1, Math.max(0, (start_s + second - from) / (to - from))) : 0;
    const between = (values: readonly number[]): number =>
      (values[place] ?? 0) + share * ((values[place + 1] ?? values[place] ?? 0) - (values[place] ?? 0));
    metres.push(between(distance_m));
    heights.push(between(altitude_m));
  }
  return { start_s, metres, flat_m: flatOf(metres, heights) };
}

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
