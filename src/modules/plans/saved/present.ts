import { presentWorkout } from '../../planning/index.ts';
import type { Assignment, SavedPlan, SavedPlanSummary } from './saved-plan.ts';

/** Domain to wire. */
export function presentPlanSummary(plan: SavedPlanSummary) {
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
    start_date: assignment.start_date,
    end_date: assignment.end_date,
    assigned_at: assignment.assigned_at.toISOString(),
    updated_at: assignment.updated_at.toISOString(),
  };
}
