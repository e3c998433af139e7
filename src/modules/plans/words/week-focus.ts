import type { GoalEvent } from '../../../training/planning/brief.ts';
import type { Phase } from '../../../training/planning/plan.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import type { Voice } from './voice.ts';

export type WeekToName = {
  /** From 1. */
  readonly number: number;
  /** Of the whole plan. */
  readonly weeks: number;
  readonly phase: Phase;
  /** Of its workouts, in any order. */
  readonly types: readonly WorkoutType[];
  /** What the plan leads to. */
  readonly event: GoalEvent;
};

/** What a week is about, in one line. */
export function weekFocus({ phase }: WeekToName, _voice: Voice): string {
  return phase;
}
