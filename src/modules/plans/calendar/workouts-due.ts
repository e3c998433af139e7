import { defineEvent } from '../../../infra/events/index.ts';

export type DueWorkout = {
  /** The athlete's copy of the plan. */
  readonly plan_id: string;
  readonly title: string;
  readonly distance_m: number | null;
  readonly duration_s: number | null;
};

/** A morning on which these athletes have something to do. */
export type WorkoutsDue = {
  /** YYYY-MM-DD, where they are. */
  readonly day: string;
  readonly athletes: readonly { readonly user_id: string; readonly workouts: readonly DueWorkout[] }[];
};

export const workoutsDue = defineEvent<WorkoutsDue>({
  name: 'workouts_due',
  payload: (value) => {
    const { day, athletes } = value as Partial<WorkoutsDue>;
    if (typeof day !== 'string') throw new TypeError('the day is missing');
    if (!Array.isArray(athletes)) throw new TypeError('the athletes are missing');
    return { day, athletes };
  },
});
