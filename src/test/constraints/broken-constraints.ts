import { weekdayOf } from '../../shared/calendar.ts';
import type { ConstraintField, SentConstraints } from './any-request.ts';

/** A plan as it is served, as far as constraints are about it. */
type ServedSegment = {
  readonly kind: string;
  readonly duration_s?: number;
  readonly distance_m?: number;
  readonly target?: { readonly type: string; readonly min?: number | null; readonly zone: string | null };
  readonly repeat?: { readonly segments: readonly ServedSegment[] };
};
type ServedWorkout = {
  readonly week_number: number;
  readonly date: string;
  readonly workout_type: string;
  readonly distance_m: number;
  readonly segments: readonly ServedSegment[];
};
export type ServedPlan = { readonly content: readonly ServedWorkout[] };

/** A field that a plan does not honour, and where. */
export type Broken = { readonly field: ConstraintField; readonly where: string };

const NO_RUNS = ['cross-training', 'strength'];
const EASY = ['easy-run', 'recovery-run', 'long-run'];
/** Faster than threshold pace. */
const SPEED_ZONES = ['10k', '5k', 'interval', 'repetition'];
const SPEED_EFFORT = 8;
const HARD_ZONES = [...SPEED_ZONES, 'threshold', 'half_marathon', 'marathon'];
const HARD_EFFORT = 5;
const STRIDE_S = 40;
const STRIDE_M = 200;
const FIRST_WEEK = 0.05;
const ROUNDING_M = 1;
/** A race comes with warming up and cooling down. */
const MOST_AROUND_RACE_M = 10_000;

/** Every field of constraints against a served plan, without knowing what made it. */
export function brokenConstraints(asked: SentConstraints, { content }: ServedPlan): Broken[] {
  return [
    ...content.flatMap((workout) =>
      fieldsBrokenBy(asked, workout).map((field) => ({
        field,
        where: `${workout.date} ${workout.workout_type} ${workout.distance_m}`,
      })),
    ),
    ...brokenByWeeks(asked, content),
    ...(asked.races ?? [])
      .filter((race) => !content.some((workout) => isRaceOf(race, workout)))
      .map(({ date }) => ({ field: 'races' as const, where: date })),
  ];
}

function fieldsBrokenBy(asked: SentConstraints, workout: ServedWorkout): ConstraintField[] {
  const { date, workout_type, distance_m } = workout;
  const isRace = workout_type === 'race';
  const isWithin = ({ from, to }: { from: string; to?: string }) =>
    date >= from && (to === undefined || date <= to);
  const broken: [ConstraintField, boolean | undefined][] = [
    ['unavailable', asked.unavailable?.some(isWithin)],
    [
      'injuries',
      asked.injuries?.some((injury) => isWithin(injury) && !isRunnable(injury.running, workout, isRace)),
    ],
    ['days_off', !isRace && asked.days_off?.includes(weekdayOf(date))],
    [
      'long_run_day',
      workout_type === 'long-run' &&
        asked.long_run_day !== undefined &&
        weekdayOf(date) !== asked.long_run_day,
    ],
    ['longest_run_m', isTraining(workout) && distance_m > (asked.longest_run_m ?? Infinity) + ROUNDING_M],
    ['exclude', !isRace && asked.exclude?.some((kind) => isKind(kind, workout))],
  ];
  return broken.flatMap(([field, is]) => (is === true ? [field] : []));
}

function isTraining({ workout_type }: ServedWorkout): boolean {
  return workout_type !== 'race' && !NO_RUNS.includes(workout_type);
}

function isKind(kind: string, workout: ServedWorkout): boolean {
  if (kind === 'speed') return isSpeedWork(workout);
  return workout.workout_type === kind || (kind === 'strides' && hasStrides(workout));
}

/** Intervals and fartleks at whatever pace; hills and strides have names of their own. */
function isSpeedWork(workout: ServedWorkout): boolean {
  if (['intervals', 'fartlek'].includes(workout.workout_type)) return true;
  if (!isTraining(workout) || workout.workout_type === 'hills') return false;
  const mayHaveStrides = workout.workout_type === 'strides' || EASY.includes(workout.workout_type);
  const segments = stretches(workout.segments).filter(
    ({ duration_s = Infinity, distance_m = Infinity }) =>
      !(mayHaveStrides && (duration_s <= STRIDE_S || distance_m <= STRIDE_M)),
  );
  return reaches({ ...workout, segments }, SPEED_ZONES, SPEED_EFFORT);
}

function isRunnable(running: string, workout: ServedWorkout, isRace: boolean): boolean {
  if (NO_RUNS.includes(workout.workout_type)) return true;
  if (running === 'none') return false;
  if (running === 'no_hills') return workout.workout_type !== 'hills';
  if (running === 'no_speed')
    return isRace || !(isSpeedWork(workout) || reaches(workout, SPEED_ZONES, SPEED_EFFORT));
  return EASY.includes(workout.workout_type) && !reaches(workout, HARD_ZONES, HARD_EFFORT);
}

function reaches({ segments }: ServedWorkout, zones: readonly string[], effort: number): boolean {
  return stretches(segments).some(({ target }) =>
    target?.zone == null
      ? target?.type === 'effort' && (target.min ?? 0) >= effort
      : zones.includes(target.zone),
  );
}

/** Short and fast pieces at the end of an easy run are strides, too; those of a run-walk are short and easy. */
function hasStrides(workout: ServedWorkout): boolean {
  if (!EASY.includes(workout.workout_type)) return false;
  const segments = stretches(workout.segments).filter(
    ({ kind, duration_s = Infinity, distance_m = Infinity }) =>
      kind === 'work' && (duration_s <= STRIDE_S || distance_m <= STRIDE_M),
  );
  return reaches({ ...workout, segments }, SPEED_ZONES, SPEED_EFFORT);
}

function stretches(segments: readonly ServedSegment[]): ServedSegment[] {
  return segments.flatMap((one) => (one.repeat === undefined ? [one] : stretches(one.repeat.segments)));
}

function brokenByWeeks(asked: SentConstraints, content: readonly ServedWorkout[]): Broken[] {
  const { first_week_distance_m: first, max_weekly_distance_m: most, days_per_week } = asked;
  const weeks = Map.groupBy(content, ({ week_number }) => week_number);
  const metres = (week: number): number =>
    (weeks.get(week) ?? []).filter(isTraining).reduce((sum, { distance_m }) => sum + distance_m, 0);
  const broken: Broken[] = [];
  if (first !== undefined && Math.abs(metres(1) - first) > FIRST_WEEK * first)
    broken.push({ field: 'first_week_distance_m', where: `${metres(1)} instead of ${first}` });
  for (const [week, workouts] of weeks) {
    const days = workouts.filter(({ workout_type }) => workout_type !== 'race').length;
    if (days > (days_per_week ?? Infinity))
      broken.push({ field: 'days_per_week', where: `week ${week}: ${days}` });
    if (metres(week) > (most ?? Infinity) + ROUNDING_M)
      broken.push({ field: 'max_weekly_distance_m', where: `week ${week}: ${metres(week)}` });
  }
  return broken;
}

function isRaceOf(
  { date, distance_m }: { date: string; distance_m: number },
  workout: ServedWorkout,
): boolean {
  return (
    workout.workout_type === 'race' &&
    workout.date === date &&
    workout.distance_m >= distance_m - ROUNDING_M &&
    workout.distance_m <= distance_m + MOST_AROUND_RACE_M
  );
}
