import type { Phase, PlannedWorkout } from '../planning/plan.ts';
import type { WorkoutType } from '../workout-types.ts';

/** The hints for a stretch; the catalogs have a text for each (`planning.note`), in both voices. */
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

/** The texts of a plan. They are passed in, since this module knows no language. */
export type PlanWords = {
  readonly note: (key: NoteKey) => string;
  readonly workout: (workout: PlannedWorkout) => { readonly title: string; readonly description: string };
  readonly focus: (week: {
    readonly number: number;
    readonly phase: Phase;
    readonly types: readonly WorkoutType[];
  }) => string;
};
