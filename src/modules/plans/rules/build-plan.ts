import type { PlanContent } from '../../../training/planning/plan.ts';
import type { PlanBrief } from '../engine/engine.ts';

/**
 * A whole plan by rules alone. The same brief makes the same plan; ids come from `newId`.
 *
 * @throws PlanRefused when the draft is unsafe, or the library lacks what the plan needs
 */
export function buildPlan(_brief: PlanBrief, _newId: () => string): PlanContent {
  throw new Error('not there yet');
}
