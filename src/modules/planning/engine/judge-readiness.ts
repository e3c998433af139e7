import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import type { PlannedWorkout } from '../../../training/planning/plan.ts';
import { loadOf, type Readiness, readinessOf } from '../../../training/planning/readiness.ts';

/** Whether who is to run a plan should take on what it leads to, from what its reader may know. */
export function judgeReadiness(brief: PlanBrief, workouts: Iterable<PlannedWorkout>): Readiness {
  const own_paces = brief.runner.paces !== null;
  return readinessOf(brief, loadOf(workouts), { own_paces });
}
