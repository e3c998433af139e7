import { presentWorkout } from '../../planning/index.ts';
import type { GivingOutcome } from './preview-giving.ts';
import type { Assignment, Follower, SavedPlan, SavedPlanSummary } from './saved-plan.ts';

function presentPlanSummary(plan: SavedPlanSummary) {
  return {
    id: plan.id,
    org_id: plan.org_id,
    title: plan.title,
    description: plan.description ?? '',
    start_date: plan.start_date,
    end_date: plan.end_date,
    weeks: plan.weeks,
    engine: plan.engine,
    experience_level: plan.experience_level,
    goal: plan.goal,
    language: plan.language,
    assignment_count: plan.assignment_count,
    created_by: plan.created_by,
    created_at: plan.created_at.toISOString(),
    updated_at: plan.updated_at.toISOString(),
  };
}

export function presentListedPlan(plan: SavedPlanSummary & { readonly athletes: readonly Follower[] }) {
  const athletes = plan.athletes.map(({ user_id, display_name }) => ({ user_id, display_name }));
  return { ...presentPlanSummary(plan), athletes };
}

export function presentSavedPlan(plan: SavedPlan) {
  return {
    ...presentPlanSummary(plan),
    weekly_info: plan.weekly_info,
    content: plan.workouts.map(presentWorkout),
  };
}

export function presentAssignment(assignment: Assignment) {
  return {
    plan_id: assignment.id,
    user_id: assignment.user_id,
    display_name: assignment.display_name,
    start_date: assignment.start_date,
    end_date: assignment.end_date,
    assigned_at: assignment.assigned_at.toISOString(),
    updated_at: assignment.updated_at.toISOString(),
  };
}

export function presentOutcome({ user_id, display_name, reason, other_plans, conflicts }: GivingOutcome) {
  return {
    ...{ user_id, display_name, reason },
    other_plans: other_plans.map((plan) => ({
      plan_id: plan.id,
      saved_plan_id: plan.saved_plan_id,
      title: plan.title,
      start_date: plan.start_date,
      end_date: plan.end_date,
      same_days: plan.same_days,
    })),
    conflicts: conflicts.map(({ date, kind }) => ({ date, kind })),
  };
}
