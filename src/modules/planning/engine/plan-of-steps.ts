import type { PlanContent, PlannedWorkout } from '../../../training/planning/plan.ts';
import type { PlanStep } from './engine.ts';

/** The plan that all of an engine's steps make together, for whoever takes it as a whole. */
export function planOfSteps(steps: readonly PlanStep[]): PlanContent {
  return {
    weekly_info: Object.fromEntries(
      steps.flatMap((step) => (step.type === 'week' ? [[String(step.week_number), step.week]] : [])),
    ),
    workouts: steps.flatMap((step) => (step.type === 'workout' ? [workoutOf(step.json)] : [])),
  };
}

/** What is shown of a workout is all of it, and its text, which follows from its segments. */
function workoutOf(json: string): PlannedWorkout {
  const { text: _text, ...workout } = JSON.parse(json);
  return workout;
}
