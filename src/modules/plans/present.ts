import { type PlanCeiling, viewPlan } from '../../privacy/index.ts';
import { asPlanned } from '../../training/plan-copies/own-copy.ts';
import { writeWorkoutText } from '../../training/workout-text/write-workout-text.ts';
import type { AthletePlan } from './queries.ts';

function presentPlan(plan: AthletePlan, { shows_computed }: PlanCeiling) {
  return {
    id: plan.id,
    athlete_id: plan.user_id,
    saved_plan_id: plan.plan_id,
    title: plan.title,
    start_date: plan.start_date,
    end_date: plan.end_date,
    weeks: plan.weeks,
    engine: plan.engine,
    weekly_info: plan.weekly_info,
    workouts: shows_computed ? plan.workouts : plan.workouts.map(asPlanned),
    assigned_at: plan.assigned_at.toISOString(),
    updated_at: plan.updated_at.toISOString(),
  };
}

/**
 * The plan object under a ceiling: hidden members are absent and named in `privacy_filtered`. Null where the audience may not know of
 * plans; the caller then answers as if there were none.
 */
export function viewAthletePlan(ceiling: PlanCeiling, plan: AthletePlan) {
  const view = viewPlan(ceiling, presentPlan(plan, ceiling));
  if (view === null) return null;
  const { workouts, ...others } = view.plan;
  return {
    ...others,
    // The text is written from the segments that this audience sees, so that it reveals no more than they do.
    ...(workouts !== undefined && {
      workouts: workouts.map((workout) => ({
        ...workout,
        text: writeWorkoutText(workout.segments ?? []),
      })),
    }),
    privacy_filtered: [...view.privacy_filtered],
  };
}
export type PlanView = NonNullable<ReturnType<typeof viewAthletePlan>>;
