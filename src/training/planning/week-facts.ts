import type { CheckContext } from './findings.ts';
import type { PlannedWorkout } from './plan.ts';
import type { WeekDone } from './week-limits.ts';

/** What the rules ask of a workout: reckoned from its segments, whatever it says of itself. */
export type WorkoutFacts = {
  readonly workout: PlannedWorkout;
  readonly running: boolean;
  /** The race of the plan's goal, on its date. */
  readonly is_goal_race: boolean;
  readonly is_hard: boolean;
  readonly distance_m: number;
  readonly duration_s: number;
  /** At marathon pace and faster. */
  readonly hard_s: number;
  readonly load: number;
};

export type WeekFacts = WeekDone & {
  readonly workouts: readonly WorkoutFacts[];
};

export function workoutFacts(_workout: PlannedWorkout, _context: CheckContext): WorkoutFacts {
  throw new Error('not there yet');
}

/** A week as it came out: for `weekLimits`, and for engines that check themselves while they plan. */
export function weekFacts(_workouts: readonly PlannedWorkout[], _context: CheckContext): WeekFacts {
  throw new Error('not there yet');
}
