import { addDays, weekdayOf } from '../../../shared/calendar.ts';
import { adaptPlan } from '../../../training/planning/adapt-plan.ts';
import { LONGEST_RUN_S } from '../../../training/planning/limits.ts';
import type { ExperienceLevel, PlanContent } from '../../../training/planning/plan.ts';
import { isRunning } from '../../../training/planning/week-facts.ts';
import { weeklyInfoOf } from '../../../training/planning/weekly-info.ts';
import { type OwnRunner, runnerOf } from '../runner/runner.ts';

/** The whole plan on other days: each as many days later as the first. Weekdays move along. */
export function shiftPlan(content: PlanContent, days: number): PlanContent {
  if (days === 0) return content;
  const workouts = content.workouts.map((workout) => {
    const date = addDays(workout.date, days);
    return { ...workout, date, day: weekdayOf(date) };
  });
  return { ...content, workouts };
}

/**
 * Makes athletes' own copies of one content. Athletes of whom the same is known, such as nothing, share one, so that a plan for
 * a hundred beginners is reckoned once.
 */
export function copyist(
  content: PlanContent,
  experience_level: ExperienceLevel,
): (runner: Pick<OwnRunner, 'paces' | 'heart_rates'>) => PlanContent {
  const made = new Map<string, PlanContent>();
  return ({ paces, heart_rates }) => {
    const key = JSON.stringify([paces, heart_rates]);
    const copy = made.get(key) ?? adaptPlan(content, runnerOf({ paces, heart_rates }, experience_level));
    // Only those that may well come again: a club's own paces are all different, and copies are large.
    if (paces === null) made.set(key, copy);
    return copy;
  };
}

/** How much longer than it should be a long run may take who is slower than the plan was made for. */
const MOST_OF_LONGEST = 1.2;

/** Whether somebody would be on their feet for far too long: a plan by distance, made for the fast, keeps the slow out for hours. */
export function isTooLong({ workouts }: PlanContent): boolean {
  return workouts.some(
    (workout) =>
      isRunning(workout.workout_type) &&
      workout.workout_type !== 'race' &&
      workout.duration_s > LONGEST_RUN_S * MOST_OF_LONGEST,
  );
}

/** What was before a day as it was, and from that day on as it is to be. */
export function fromDayOn(before: PlanContent['workouts'], after: PlanContent, today: string): PlanContent {
  const workouts = [
    ...before.filter(({ date }) => date < today),
    ...after.workouts.filter(({ date }) => date >= today),
  ];
  return { workouts, weekly_info: weeklyInfoOf(workouts, after.weekly_info) };
}
