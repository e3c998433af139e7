import type { PlanContent } from '../../../training/planning/plan.ts';
import type { PlanBrief } from '../engine/engine.ts';
import { createPlanner } from './plan-weeks.ts';
import type { BuiltWeek } from './week-builder.ts';

/**
 * A whole plan by rules alone. The same brief makes the same plan; ids come from `newId`.
 *
 * @throws PlanRefused when the draft is unsafe, or the library lacks what the plan needs
 */
export function buildPlan(brief: PlanBrief, newId: () => string): PlanContent {
  return contentOf([...createPlanner(brief, newId).weeks()]);
}

export function contentOf(weeks: readonly BuiltWeek[]): PlanContent {
  return {
    weekly_info: Object.fromEntries(weeks.map(({ number, info }) => [String(number), info])),
    workouts: weeks.flatMap(({ workouts }) => workouts),
  };
}
