import { daysBetween, weekdayOf } from '../../../shared/calendar.ts';
import type { OwnWorkout } from '../../../training/plan-copies/own-copy.ts';
import type { ExperienceLevel, PlanWeek } from '../../../training/planning/plan.ts';
import { weeklyInfoOf } from '../../../training/planning/weekly-info.ts';

/** An athlete's copy of a plan, held by the transaction. */
export type Copy = {
  readonly id: string;
  readonly user_id: string;
  readonly plan_id: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly weekly_info: Readonly<Record<string, PlanWeek>>;
  readonly workouts: readonly OwnWorkout[];
  /** Of workouts that are no more those of the saved plan. */
  readonly own_workout_ids: readonly string[];
  readonly experience_level: ExperienceLevel | null;
};

/** One workout of a copy before and after; null where there is none. */
export type Change = {
  readonly copy: Pick<Copy, 'id' | 'user_id'>;
  readonly before: OwnWorkout | null;
  readonly after: OwnWorkout | null;
};

export const coversDay = ({ start_date, end_date }: Copy, date: string): boolean =>
  date >= start_date && date <= end_date;

/** The workout moved to a day, with that day's week and phase. */
export function placedOn<Workout extends OwnWorkout>(copy: Copy, workout: Workout, date: string): Workout {
  const week_number = Math.floor(daysBetween(copy.start_date, date) / 7) + 1;
  const phase = copy.weekly_info[String(week_number)]?.phase ?? workout.phase;
  return { ...workout, date, day: weekdayOf(date), week_number, phase };
}

/** The assignment with changes: workouts by date, week sums recomputed, and changed workouts marked as its own. */
export function changed(copy: Copy, changes: readonly Change[]): Copy {
  const gone = new Set(changes.map(({ before }) => before?.id));
  const workouts = [
    ...copy.workouts.filter(({ id }) => !gone.has(id)),
    ...changes.flatMap(({ after }) => (after === null ? [] : [after])),
  ].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const ids = changes.flatMap(({ before, after }) => [before?.id ?? after?.id ?? '']);
  return {
    ...copy,
    workouts,
    weekly_info: weeklyInfoOf(workouts, copy.weekly_info),
    own_workout_ids: [...new Set([...copy.own_workout_ids, ...ids])],
  };
}
