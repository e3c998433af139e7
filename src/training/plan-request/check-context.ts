import { addDays, daysBetween, type Weekday, weekdayOf } from '../../shared/calendar.ts';
import { trainingDays } from '../planning/build-skeleton.ts';
import type { CheckContext } from '../planning/findings.ts';
import type { PlanBrief } from './plan-brief.ts';

/** The context for checking a plan for this brief. Days off are no training days. Where a draft names the days of a week, these count. */
export function checkContext(brief: PlanBrief): CheckContext {
  const { weeks, start_date, goal, runner, history, constraints, draft } = brief;
  const workout_days = trainingDays(brief);
  const daysOfWeeks: Record<number, readonly Weekday[]> = {};
  for (const { number, days } of draft?.weeks ?? []) {
    if (days !== null)
      daysOfWeeks[number] = withoutRace(
        brief,
        number,
        days.map(({ day }) => day),
        workout_days,
      );
  }
  return {
    ...{ weeks, start_date, goal, runner, history, constraints },
    workout_days,
    days_of_weeks: daysOfWeeks,
  };
}

/** The day of the race is not a training day just because the draft names it, only where it is one in all weeks. */
function withoutRace(
  { start_date, goal }: PlanBrief,
  week: number,
  days: readonly Weekday[],
  workout_days: readonly Weekday[],
): readonly Weekday[] {
  if (goal.race_date === null) return days;
  const first = addDays(start_date, (week - 1) * 7);
  const until = daysBetween(first, goal.race_date);
  if (until < 0 || until > 6) return days;
  const race = weekdayOf(goal.race_date);
  return days.filter((day) => day !== race || workout_days.includes(day));
}
