import { addDays, daysBetween, weekdayOf } from '../../shared/calendar.ts';
import type { Goal } from '../planning/brief.ts';
import type { ExperienceLevel, PlanContent, PlannedWorkout } from '../planning/plan.ts';
import { weeklyInfoOf } from '../planning/weekly-info.ts';

type Content<Workout> = Pick<PlanContent, 'weekly_info'> & { readonly workouts: readonly Workout[] };

/** Moves the whole plan by a number of days; the weekdays move along. */
export function shiftPlan<Workout extends PlannedWorkout>(
  { weekly_info, workouts }: Content<Workout>,
  days: number,
): Content<Workout> {
  if (days === 0) return { weekly_info, workouts };
  const shifted = workouts.map((workout) => {
    const date = addDays(workout.date, days);
    return { ...workout, date, day: weekdayOf(date) };
  });
  return { weekly_info, workouts: shifted };
}

/** A plan that is assigned. Its goal is needed because the race is the one run that may take any time. */
export type PlanToCopy = PlanContent & {
  readonly start_date: string;
  readonly weeks: number;
  readonly goal: Goal | null;
  readonly experience_level: ExperienceLevel | null;
};

export function movePlan<Plan extends PlanToCopy>(plan: Plan, start_date: string): Plan {
  const days = daysBetween(plan.start_date, start_date);
  const { goal } = plan;
  const race_date = goal?.race_date == null ? null : addDays(goal.race_date, days);
  return { ...plan, ...shiftPlan(plan, days), start_date, goal: goal && { ...goal, race_date } };
}

export function fromDayOn<Workout extends PlannedWorkout>(
  before: readonly Workout[],
  after: Content<Workout>,
  today: string,
): Content<Workout> {
  const workouts = [
    ...before.filter(({ date }) => date < today),
    ...after.workouts.filter(({ date }) => date >= today),
  ];
  return { workouts, weekly_info: weeklyInfoOf(workouts, after.weekly_info) };
}
