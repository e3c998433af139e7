import type { PlanContent, PlannedWorkout, PlanWeek } from '../../../training/planning/plan.ts';
import type { PlanBrief } from '../engine/engine.ts';
import { createWeekBuilder } from './week-builder.ts';

/**
 * A whole plan by rules alone. The same brief makes the same plan; ids come from `newId`.
 *
 * @throws PlanRefused when the draft is unsafe, or the library lacks what the plan needs
 */
export function buildPlan(brief: PlanBrief, newId: () => string): PlanContent {
  const builder = createWeekBuilder(brief, newId);
  const checker = builder.checker();
  const workouts: PlannedWorkout[] = [];
  const weekly_info: Record<string, PlanWeek> = {};
  for (const week of builder.skeleton) {
    const built = builder.build(week, checker);
    checker.accept(built);
    workouts.push(...built.workouts);
    weekly_info[String(week.number)] = built.info;
  }
  return { weekly_info, workouts };
}
