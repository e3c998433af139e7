import type { PlanContent, PlannedWorkout } from '../../../training/planning/plan.ts';
import { presentWorkout } from '../present-workout.ts';
import { contentOf } from '../rules/build-plan.ts';
import type { BuiltWeek } from '../rules/week-builder.ts';

/**
 * A week of a plan as lines of JSON: its number and sums, then each workout as it is shown. As objects a year of weeks takes ten times
 * as much, and a hundred plans that wait to be read are all in memory at once.
 */
export type WeekText = string;

type Head = Pick<BuiltWeek, 'number' | 'info' | 'findings' | 'adjusted'>;

export function weekText({ workouts, ...head }: BuiltWeek): WeekText {
  return [head, ...workouts.map(presentWorkout)].map((part) => JSON.stringify(part)).join('\n');
}

/** The workouts are left as JSON: most are only passed on. */
export function weekOf(text: WeekText): Head & { readonly workouts: readonly string[] } {
  const [head = '', ...workouts] = text.split('\n');
  return { ...JSON.parse(head), workouts };
}

export function planOf(weeks: readonly WeekText[]): PlanContent {
  return contentOf(
    weeks.map(weekOf).map(({ number, info, workouts }) => ({
      number,
      info,
      workouts: workouts.map(workoutOf),
    })),
  );
}

/** What is shown of a workout is all of it, and its text, which follows from its segments. */
function workoutOf(json: string): PlannedWorkout {
  const { text: _text, ...workout } = JSON.parse(json);
  return workout;
}
