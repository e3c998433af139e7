import type { PlanContent, PlannedWorkout } from '../../training/planning/plan.ts';

/** A workout as one athlete follows it. */
export type OwnWorkout = PlannedWorkout & {
  /**
   * There where it was made less, since at their paces it would be too much: what everybody else has. How much less it is tells how
   * fast they are, so that who does not see their paces sees this instead.
   */
  readonly as_planned?: Pick<PlannedWorkout, 'title' | 'description' | 'segments'>;
};

export type OwnContent = Pick<PlanContent, 'weekly_info'> & { readonly workouts: readonly OwnWorkout[] };

/** A saved plan as one athlete follows it. */
export type AthletePlan = OwnContent & {
  readonly id: string;
  readonly user_id: string;
  /** The saved plan it was assigned from. */
  readonly plan_id: string;
  readonly title: string;
  readonly engine: string;
  /** First and last day, YYYY-MM-DD. */
  readonly start_date: string;
  readonly end_date: string;
  readonly weeks: number;
  readonly assigned_at: Date;
  readonly updated_at: Date;
};

/** The workout without what its athlete's paces made of it: days, sums and targets besides are for the ceiling. */
export function asPlanned(workout: OwnWorkout): PlannedWorkout {
  return { ...workout, ...workout.as_planned };
}
