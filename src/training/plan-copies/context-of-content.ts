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

/** As many weeks as a history has. */
const HISTORY_WEEKS = 8;

/**
 * What the content of a plan is held against where nothing but the content is known. A coach may take days away and add some, so days are
 * those that are there. What was run before is not the plan's to know: it is judged as after weeks like its first.
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

/** Weeks like the first of the plan. */
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
