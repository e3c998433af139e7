import { addDays } from '../../shared/calendar.ts';
import type { WorkoutType } from '../workout-types.ts';
import type { PlanNumbers } from './brief.ts';
import type { Constraints, Excluded, InjuredRunning } from './constraints.ts';
import { isHardZone, isStride, zoneOfStretch } from './intensity.ts';
import type { PlannedWorkout, Segment } from './plan.ts';
import { ZONE_NAMES, type ZoneName } from './zone-names.ts';

export type BrokenConstraint = { readonly field: keyof Constraints; readonly date: string | null };

const NO_RUNS: readonly WorkoutType[] = ['cross-training', 'strength'];
const EASY: readonly WorkoutType[] = ['easy-run', 'recovery-run', 'long-run'];
/** Intervals and fartleks count as speed work at any pace. */
const SPEED: readonly WorkoutType[] = ['intervals', 'fartlek'];
/** The share by which the first week may be above or below what was asked for. */
const FIRST_WEEK = 0.05;
const ROUNDED_M = 1;
/** The tolerance for drafted weeks: each of at most seven lines is rounded to a tenth of a kilometre or mile. */
const DRAFTED = { m: 700, share: 0.01 };

/**
 * The first constraint that a week of a plan breaks; null where it keeps all of them.
 *
 * @param has_lines whether the days of the week are lines of a draft, whose distances are rounded
 */
export function brokenConstraint(
  week: { readonly number: number; readonly workouts: readonly PlannedWorkout[] },
  numbers: PlanNumbers,
  { has_lines }: { readonly has_lines: boolean },
): BrokenConstraint | null {
  for (const workout of week.workouts) {
    const field = fieldBrokenBy(workout, numbers, has_lines);
    if (field !== null) return { field, date: workout.date };
  }
  const field = fieldBrokenByWeek(week, numbers, has_lines);
  return field === null ? null : { field, date: null };
}

function fieldBrokenBy(
  workout: PlannedWorkout,
  { constraints, runner }: PlanNumbers,
  has_lines: boolean,
): keyof Constraints | null {
  const { date, day, workout_type, distance_m } = workout;
  const isWithin = ({ from, to }: { from: string; to: string | null }): boolean =>
    date >= from && (to === null || date <= to);
  if (constraints.unavailable.some(isWithin)) return 'unavailable';
  const zones = isRun(workout) ? zonesOf(workout, runner) : [];
  const isBarred = ({ running }: { running: InjuredRunning }): boolean =>
    !allowsWorkout(running, workout, runner);
  if (constraints.injuries.filter(isWithin).some(isBarred)) return 'injuries';
  if (workout_type === 'race') return null;
  if (constraints.days_off.includes(day)) return 'days_off';
  const { long_run_day } = constraints;
  if (workout_type === 'long-run' && long_run_day !== null && day !== long_run_day) return 'long_run_day';
  if (isRun(workout) && isAbove(distance_m, constraints.longest_run_m, has_lines)) return 'longest_run_m';
  const isKind = (kind: Excluded): boolean =>
    kind === 'speed'
      ? isSpeedWork(workout, runner)
      : kind === workout_type || (kind === 'strides' && EASY.includes(workout_type) && zones.some(isSpeed));
  return constraints.exclude.some(isKind) ? 'exclude' : null;
}

function fieldBrokenByWeek(
  { number, workouts }: { readonly number: number; readonly workouts: readonly PlannedWorkout[] },
  { constraints, start_date }: PlanNumbers,
  has_lines: boolean,
): keyof Constraints | null {
  const { races, days_per_week, max_weekly_distance_m, first_week_distance_m } = constraints;
  const training = workouts.filter(({ workout_type }) => workout_type !== 'race');
  const metres = training.filter(isRun).reduce((sum, { distance_m }) => sum + distance_m, 0);
  if (days_per_week !== null && training.length > days_per_week) return 'days_per_week';
  if (isAbove(metres, max_weekly_distance_m, has_lines)) return 'max_weekly_distance_m';
  if (number === 1 && first_week_distance_m !== null) {
    const most = FIRST_WEEK * first_week_distance_m + (has_lines ? DRAFTED.m : ROUNDED_M);
    if (Math.abs(metres - first_week_distance_m) > most) return 'first_week_distance_m';
  }
  const from = addDays(start_date, 7 * (number - 1));
  const isMissing = ({ date }: { date: string }): boolean =>
    date >= from &&
    date <= addDays(from, 6) &&
    !workouts.some((workout) => workout.date === date && workout.workout_type === 'race');
  return races.some(isMissing) ? 'races' : null;
}

/** Whether an athlete with this injury may do a workout. An injury restricts only running. */
export function allowsWorkout(
  running: InjuredRunning,
  workout: Pick<PlannedWorkout, 'workout_type' | 'segments'>,
  runner: PlanNumbers['runner'],
): boolean {
  return !isRun(workout) || mayRun(running, workout.workout_type, zonesOf(workout, runner));
}

function mayRun(running: InjuredRunning, type: WorkoutType, zones: readonly ZoneName[]): boolean {
  if (running === 'none') return false;
  if (running === 'easy_only') return EASY.includes(type) && !zones.some(isHardZone);
  if (running === 'no_hills') return type !== 'hills';
  return type === 'race' || !(SPEED.includes(type) || zones.some(isSpeed));
}

function isRun({ workout_type }: Pick<PlannedWorkout, 'workout_type'>): boolean {
  return !NO_RUNS.includes(workout_type);
}

function isSpeed(zone: ZoneName): boolean {
  return ZONE_NAMES.indexOf(zone) > ZONE_NAMES.indexOf('threshold');
}

/** Hills and strides are fast as well, but they are excluded by names of their own. */
function isSpeedWork(workout: PlannedWorkout, runner: PlanNumbers['runner']): boolean {
  const { workout_type, segments } = workout;
  if (SPEED.includes(workout_type)) return true;
  if (!isRun(workout) || workout_type === 'hills') return false;
  const mayHaveStrides = workout_type === 'strides' || EASY.includes(workout_type);
  return stretchesOf(segments).some(
    (segment) =>
      !(mayHaveStrides && isStride(segment)) && isSpeed(zoneOfStretch(segment, workout_type, runner)),
  );
}

function zonesOf(
  { segments, workout_type }: Pick<PlannedWorkout, 'workout_type' | 'segments'>,
  runner: PlanNumbers['runner'],
): ZoneName[] {
  return stretchesOf(segments).map((segment) => zoneOfStretch(segment, workout_type, runner));
}

function stretchesOf(segments: readonly Segment[]): Segment[] {
  return segments.flatMap((one) => (one.repeat === undefined ? [one] : stretchesOf(one.repeat.segments)));
}

function isAbove(metres: number, most_m: number | null, has_lines: boolean): boolean {
  if (most_m === null) return false;
  return metres > (has_lines ? most_m * (1 + DRAFTED.share) + DRAFTED.m : most_m + ROUNDED_M);
}
