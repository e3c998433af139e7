export type { LibraryWorkout } from './engine/engine.ts';
export { EXAMPLE_CONTENT, EXAMPLE_WEEKLY_INFO } from './generate/examples.ts';
export { planningRoutes } from './generate/routes.ts';
export { writeTrainingPrinciple } from './generate/training-principle.ts';
export * from './limits.ts';
export { createPlanner, type Planner } from './planner/planner.ts';
export { Findings, presentFindings } from './present-finding.ts';
export { presentWeek, presentWorkout } from './present-workout.ts';
export { principleData } from './principle-data.ts';
export { requireCoach, requirePlanner } from './require-planner.ts';
export { buildPlan } from './rules/build-plan.ts';
export { findRunners } from './runner/find-runners.ts';
export { type OwnRunner, runnerOf } from './runner/runner.ts';
export { faultWords, findingFault } from './words/fault-words.ts';
export type { Voice } from './words/voice.ts';
export { workoutWords } from './words/workout-words.ts';
export {
  Day,
  INTERVALS,
  PlanSegment,
  PlanTarget,
  PlanWeek,
  PlanWorkout,
  WeeksOfPlan,
  WorkoutTextField,
} from './workout-contract.ts';
