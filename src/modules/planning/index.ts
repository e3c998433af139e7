import type { Route } from '../../http/route.ts';
import { type GenerationDeps, generationRoutes } from './generate/routes.ts';
import { principleRoutes } from './principle/routes.ts';

export type { LibraryWorkout, Voice } from '../../training/plan-request/plan-brief.ts';
export { MAX_DRAFT } from './generate/contract-fields.ts';
export { EXAMPLE_CONTENT, EXAMPLE_WEEKLY_INFO } from './generate/examples.ts';
export { createPlanner, type Planner } from './planner/planner.ts';
export { Findings, presentFindings } from './present-finding.ts';
export { presentSegments, presentWorkout } from './present-workout.ts';
export { principleData } from './principle/principle-data.ts';
export { writeTrainingPrinciple } from './principle/training-principle.ts';
export { requireCoach, requirePlanner } from './require-planner.ts';
export { buildPlan } from './rules/plan-weeks.ts';
export { findRunners, type OwnRunner } from './runner/find-runners.ts';
export { faultWords } from './words/fault-words.ts';
export { workoutWords } from './words/workout-words.ts';
export {
  Day,
  INTERVALS,
  PlanSegment,
  PlanTarget,
  PlanWeek,
  PlanWorkout,
  REPEATED,
  SegmentKind,
  StepKind,
  Times,
  WeeksOfPlan,
  WorkoutTextField,
} from './workout-contract.ts';

export function planningRoutes(deps: GenerationDeps): readonly Route[] {
  return [...generationRoutes(deps), ...principleRoutes(deps)];
}
