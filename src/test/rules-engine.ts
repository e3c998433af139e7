import type { PlanEngine } from '../modules/planning/engine/engine.ts';
import { workOutPlan } from '../modules/planning/planner/plan-worker.ts';
import { createPlannerEngine } from '../modules/planning/planner/planner-engine.ts';
import { PlanRefused } from '../training/plan-request/plan-fault.ts';

/** The engine of the rules, worked out in place: no thread has to be closed. */
export function createRulesEngine({ newId }: { readonly newId: () => string }): PlanEngine {
  return createPlannerEngine({
    plan: async (brief, signal) => {
      signal.throwIfAborted();
      const result = workOutPlan({ kind: 'plan', brief }, newId);
      if (result.kind === 'refused') throw new PlanRefused(result.faults);
      if (result.kind !== 'plan') throw new Error('A plan was not made.');
      return result.weeks;
    },
  });
}
