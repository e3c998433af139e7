import { addDays, daysBetween } from '../../shared/calendar.ts';
import { HARD_TYPES, LEAST_DAYS_BETWEEN_HARD } from '../planning/limits.ts';
import type { WorkoutType } from '../workout-types.ts';
import { type Conflict, conflictOf, type DatedWorkout } from './conflicts.ts';
import type { Told } from './told.ts';

export type WorkoutToMove = DatedWorkout & { readonly id: string };

/** A workout that conflicts with its day, and the day it could be moved to; null where there is none. */
export type OfferedMove<Workout> = {
  readonly workout: Workout;
  readonly conflict: Conflict;
  readonly move_to: string | null;
};

type Planned = { readonly date: string; readonly workout_type: WorkoutType };

/**
 * The conflicts of a plan, each with the nearest free day of the same week of the plan: not before `today`, without another workout or a
 * conflict, and, for a hard workout, apart from all other hard days. The days of earlier offers count as taken and those they leave as
 * not free, so that all offers can be accepted together and each alone. Races are never moved. Nothing is changed here.
 *
 * @param plan.start_date weeks count from this day
 * @param beside the workouts of other plans, on any days
 */
export function offerMoves<Workout extends WorkoutToMove>(
  plan: { readonly start_date: string; readonly workouts: readonly Workout[] },
  {
    beside,
    told,
    today,
  }: { readonly beside: readonly Planned[]; readonly told: Told; readonly today: string },
): OfferedMove<Workout>[] {
  const taken: Planned[] = [];
  return plan.workouts
    .filter(({ date }) => date >= today)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
    .flatMap((workout) => {
      const conflict = conflictOf(workout, told);
      if (conflict === null) return [];
      const others = [...plan.workouts.filter(({ id }) => id !== workout.id), ...beside, ...taken];
      const week = { start_date: plan.start_date, today };
      const move_to =
        workout.workout_type === 'race'
          ? null
          : (daysAround(workout.date, week).find((date) => isFree({ ...workout, date }, others, told)) ??
            null);
      if (move_to !== null) taken.push({ date: move_to, workout_type: workout.workout_type });
      return [{ workout, conflict, move_to }];
    });
}

/** The other days of the week, the nearest first; of two as near the earlier one comes first. */
function daysAround(date: string, { start_date, today }: { start_date: string; today: string }): string[] {
  const monday = addDays(date, -(daysBetween(start_date, date) % 7));
  return Array.from({ length: 7 }, (_, place) => addDays(monday, place))
    .filter((day) => day !== date && day >= today)
    .toSorted((one, other) => Math.abs(daysBetween(date, one)) - Math.abs(daysBetween(date, other)));
}

function isFree(moved: DatedWorkout, others: readonly Planned[], told: Told): boolean {
  const isTaken = others.some(({ date }) => date === moved.date);
  const isClose =
    HARD_TYPES.has(moved.workout_type) &&
    others.some(
      ({ date, workout_type }) =>
        HARD_TYPES.has(workout_type) && Math.abs(daysBetween(date, moved.date)) < LEAST_DAYS_BETWEEN_HARD,
    );
  return !isTaken && !isClose && conflictOf(moved, told) === null;
}
