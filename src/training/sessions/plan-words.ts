import type { Phase, PlannedWorkout } from '../planning/plan.ts';
import type { WorkoutType } from '../workout-types.ts';

/** What can be worth minding in a stretch: a text each in the catalogs (`planning.note`), by either voice. */
export const NOTE_KEYS = [
  'warmup',
  'cooldown',
  'easy',
  'recovery_run',
  'recovery_jog',
  'walk_breaks',
  'long_run',
  'long_run_fuel',
  'livelier',
  'threshold',
  'intervals',
  'repetitions',
  'hills',
  'hills_down',
  'fartlek',
  'strides',
  'race_pace',
  'race_day',
  'shakeout',
  'cross_training',
  'strength',
] as const;
export type NoteKey = (typeof NOTE_KEYS)[number];

/** What a plan says beside its numbers: handed in, since nothing here knows a language. */
export type PlanWords = {
  readonly note: (key: NoteKey) => string;
  readonly workout: (workout: PlannedWorkout) => { readonly title: string; readonly description: string };
  readonly focus: (week: {
    readonly number: number;
    readonly phase: Phase;
    readonly types: readonly WorkoutType[];
  }) => string;
};
