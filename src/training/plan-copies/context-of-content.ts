import { WEEKDAYS, type Weekday } from '../../shared/calendar.ts';
import type { Goal, RunningHistory } from '../planning/brief.ts';
import { NO_CONSTRAINTS } from '../planning/constraints.ts';
import type { CheckContext } from '../planning/findings.ts';
import type { ExperienceLevel, PlanContent, PlannedWorkout } from '../planning/plan.ts';
import { isRunning } from '../planning/week-facts.ts';

export type PlanFrame = {
  readonly start_date: string;
  readonly weeks: number;
  readonly goal: Goal;
  readonly experience_level: ExperienceLevel;
};

const HISTORY_WEEKS = 8;

/**
 * The context for checking a plan of which nothing but the content is known. The days are those that the content has, since a coach may
 * take days away and add some. The history is unknown, so the plan is judged as if weeks like its first had come before.
 */
export function contextOfContent(
  { workouts }: PlanContent,
  { start_date, weeks, goal }: PlanFrame,
  runner: CheckContext['runner'],
): CheckContext {
  const days_of_weeks: Record<number, Weekday[]> = {};
  for (let week = 1; week <= weeks; week += 1) days_of_weeks[week] = [];
  for (const { week_number, day } of workouts) days_of_weeks[week_number]?.push(day);
  const used = new Set(workouts.map(({ day }) => day));
  return {
    weeks,
    start_date,
    goal,
    workout_days: WEEKDAYS.filter((day) => used.has(day)),
    runner,
    constraints: NO_CONSTRAINTS,
    days_of_weeks,
    history: historyLike(workouts),
  };
}

function historyLike(workouts: readonly PlannedWorkout[]): RunningHistory | null {
  const runs = workouts.filter(({ workout_type }) => isRunning(workout_type) && workout_type !== 'race');
  const first = runs.filter(({ week_number }) => week_number === runs[0]?.week_number);
  if (first.length === 0) return null;
  const volume_m = Math.round(first.reduce((sum, { distance_m }) => sum + distance_m, 0));
  return {
    weekly_distance_m: Array.from({ length: HISTORY_WEEKS }, () => volume_m),
    longest_run_m: Math.round(Math.max(...first.map(({ distance_m }) => distance_m))),
  };
}
