import { presentWorkout } from '../present-workout.ts';
import type { BuiltWeek } from '../rules/week-builder.ts';

/**
 * A week of a plan as lines of JSON: its number and sums, then each workout as it is shown. As objects a year of weeks takes ten times
 * as much, and a hundred plans that wait to be read are all in memory at once.
 */
export type WeekText = string;

/** What is told of a week beside its workouts. */
export type Head = Pick<BuiltWeek, 'number' | 'info' | 'findings' | 'adjusted'>;

export function weekText({ workouts, ...head }: BuiltWeek): WeekText {
  return [head, ...workouts.map(presentWorkout)].map((part) => JSON.stringify(part)).join('\n');
}

/** The workouts are left as JSON: most are only passed on. */
export type Week = { readonly head: Head; readonly workouts: readonly string[] };

export function weekOf(text: WeekText): Week {
  const [head = '', ...workouts] = text.split('\n');
  return { head: JSON.parse(head), workouts };
}
