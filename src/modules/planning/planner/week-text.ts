import type { PlanContent } from '../../../training/planning/plan.ts';
import { presentWorkout } from '../present-workout.ts';
import { contentOf } from '../rules/build-plan.ts';
import type { BuiltWeek } from '../rules/week-builder.ts';

/**
 * A week of a plan as lines of JSON in UTF-8, outside of the heap: its number and sums, then each workout as it is shown. As objects a
 * year of weeks takes ten times as much, and a hundred plans that wait to be read are all in memory at once.
 */
export type WeekText = Uint8Array;

type Head = Pick<BuiltWeek, 'number' | 'info' | 'findings' | 'adjusted'>;

const [ENCODER, DECODER] = [new TextEncoder(), new TextDecoder()];

export function weekText({ workouts, ...head }: BuiltWeek): WeekText {
  return ENCODER.encode(
    [head, ...workouts.map(presentWorkout)].map((part) => JSON.stringify(part)).join('\n'),
  );
}

/** Gives the memory of weeks back at once, which the collector of the heap would leave for seconds: it is none of the heap's. */
export function release(weeks: readonly WeekText[]): void {
  for (const { buffer, byteLength } of weeks)
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** The workouts are left as JSON: most are only passed on. */
export function weekOf(text: WeekText): Head & { readonly workouts: readonly string[] } {
  const [head = '', ...workouts] = DECODER.decode(text).split('\n');
  return { ...JSON.parse(head), workouts };
}

export function planOf(weeks: readonly WeekText[]): PlanContent {
  return contentOf(
    weeks.map(weekOf).map(({ number, info, workouts }) => ({
      number,
      info,
      // What is shown of a workout is all of it.
      workouts: workouts.map((json) => JSON.parse(json)),
    })),
  );
}
