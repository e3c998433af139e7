import { kindOf } from '../../parts/kinds.ts';
import type { Activity, Planned, Step } from './activity.ts';
import { mostWithin, type Samples } from './samples.ts';

/** One row of what was run beside what was planned: a step of the plan, or a lap where no steps were found. */
export type Part = {
  readonly key: string;
  readonly name:
    | { readonly kind: 'warmup' | 'cooldown' | 'recovery' | 'work' | 'extra' }
    | { readonly kind: 'rep' | 'lap'; readonly number: number };
  /** Of a step, what was planned. */
  readonly step: Step | null;
  readonly is_hard: boolean;
  /** Seconds since the recording began; null where it was not run. */
  readonly range: { readonly start_s: number; readonly end_s: number } | null;
  readonly duration_s: number | null;
  readonly distance_m: number | null;
  readonly pace_s_per_km: number | null;
  readonly heart_rate_most_bpm: number | null;
  /** How long the recovery after it took. */
  readonly after_s: number | null;
  /** The number of its first lap, from 1, which comments hang on; null where it was found without laps. */
  readonly lap_number: number | null;
};

/** Whether steps of the plan were found in what was run. */
export function isAligned(planned: Planned | null): planned is Planned {
  return planned?.method === 'laps' || planned?.method === 'speed';
}

export function partsOf(activity: Activity, planned: Planned | null, samples: Samples | null): Part[] {
  return isAligned(planned) ? partsOfPlan(activity, planned, samples) : partsOfLaps(activity);
}

function partsOfLaps({ laps, start_time }: Activity): Part[] {
  const began_ms = Date.parse(start_time);
  return laps.map((lap): Part => {
    const start_s = (Date.parse(lap.start_time) - began_ms) / 1000;
    const { distance_m = null, moving_time_s } = lap;
    return {
      key: `lap ${lap.index}`,
      name: { kind: 'lap', number: lap.index + 1 },
      step: null,
      is_hard: false,
      range: { start_s, end_s: start_s + lap.duration_s },
      duration_s: lap.duration_s,
      distance_m,
      pace_s_per_km: distance_m !== null && distance_m > 0 ? (moving_time_s / distance_m) * 1000 : null,
      heart_rate_most_bpm: lap.max_heart_rate_bpm,
      after_s: null,
      lap_number: lap.index + 1,
    };
  });
}

/** The steps in their order, what was run besides among them by its time; a recovery stands with the work before it. */
function partsOfPlan(activity: Activity, planned: Planned, samples: Samples | null): Part[] {
  const parts: Part[] = [];
  const work_count = planned.steps.filter(({ kind }) => kind === 'work').length;
  let reps = 0;
  for (const step of planned.steps) {
    const before = parts.at(-1);
    const range = rangeIn(activity, step.ranges);
    if (step.kind === 'recovery' && before?.step?.kind === 'work') {
      const isApart = step.merged_with.length === 0;
      parts[parts.length - 1] = { ...before, after_s: (isApart && step.reached?.duration_s) || null };
      continue;
    }
    if (step.kind === 'work') reps += 1;
    parts.push({
      key: `step ${step.index}`,
      name: step.kind === 'work' && work_count > 1 ? { kind: 'rep', number: reps } : { kind: step.kind },
      step,
      is_hard: step.kind === 'work' && kindOf(planned.workout_type) !== 'easy',
      range,
      ...reachedOf(activity, samples, step.reached, range),
    });
  }
  for (const [place, extra] of planned.extras.entries()) {
    const range = rangeIn(activity, extra.ranges);
    const part: Part = {
      key: `extra ${place}`,
      name: { kind: 'extra' },
      step: null,
      is_hard: extra.is_hard === true,
      range,
      ...reachedOf(activity, samples, extra.reached, range),
    };
    const next = parts.findIndex((one) => (one.range?.start_s ?? -1) > (range?.start_s ?? 0));
    parts.splice(next < 0 ? parts.length : next, 0, part);
  }
  return parts;
}

type Range = Step['ranges'][number];

function rangeIn({ id }: Activity, ranges: readonly Range[]): Range | null {
  return ranges.find(({ activity_id }) => activity_id === id) ?? null;
}

function reachedOf(
  { laps }: Activity,
  samples: Samples | null,
  reached: Step['reached'],
  range: Range | null,
): Pick<
  Part,
  'duration_s' | 'distance_m' | 'pace_s_per_km' | 'heart_rate_most_bpm' | 'after_s' | 'lap_number'
> {
  const rates = samples?.lanes.heartRate;
  const of_laps = laps
    .filter(({ index }) => range?.lap_indexes.includes(index))
    .flatMap(({ max_heart_rate_bpm }) => max_heart_rate_bpm ?? []);
  const [first_lap] = range?.lap_indexes ?? [];
  return {
    duration_s: reached?.duration_s ?? null,
    distance_m: reached?.distance_m ?? null,
    pace_s_per_km: reached?.average_pace_s_per_km ?? null,
    heart_rate_most_bpm:
      range !== null && samples !== null && rates !== undefined
        ? mostWithin(samples, rates, range.start_s, range.end_s)
        : of_laps.length > 0
          ? Math.max(...of_laps)
          : null,
    after_s: null,
    lap_number: first_lap === undefined ? null : first_lap + 1,
  };
}

/** How far a step was from the middle of its target, in the target's own measure; null where that cannot be told. */
export type Deviation = {
  readonly type: 'pace' | 'heart_rate';
  readonly middle: number;
  /** From the middle to the further end of the target. */
  readonly room: number;
  readonly off_middle: number;
  /** Beyond the nearer end of the target, as the server judges; 0 is within. */
  readonly beyond: number;
};

export function deviationOf({ step }: Part): Deviation | null {
  if (step === null || step.judged_by === null || step.reached === null || step.deviation === null)
    return null;
  const { type, min, max } = step.judged_by;
  const { reached, deviation } = step;
  const value =
    type === 'heart_rate'
      ? reached.average_heart_rate_bpm
      : deviation.held_by === 'grade_adjusted_pace'
        ? reached.grade_adjusted_pace_s_per_km
        : reached.average_pace_s_per_km;
  const beyond = type === 'heart_rate' ? deviation.heart_rate_bpm : deviation.pace_s_per_km;
  const end = min ?? max;
  if (value === null || beyond === null || end === null) return null;
  const middle = (end + (max ?? end)) / 2;
  return { type, middle, room: Math.abs((max ?? end) - middle), off_middle: value - middle, beyond };
}
