import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import type { PlanContent } from '../../../training/planning/plan.ts';
import type { BuiltWeek } from '../../../training/sessions/week-builder.ts';
import type { PlanRemarks } from '../engine/engine.ts';
import { createPlanner } from './plan-weeks.ts';

/**
 * A whole plan by rules alone. The same brief makes the same plan; ids come from `newId`.
 *
 * @throws PlanRefused when the draft can not be followed, or the library lacks what the plan needs
 */
export function buildPlan(brief: PlanBrief, newId: () => string): PlanContent {
  return contentOf([...createPlanner(brief, newId).weeks()]);
}

/** What is told of a plan beside it. */
export function remarksOf(weeks: Iterable<Pick<BuiltWeek, 'findings' | 'adjusted'>>): PlanRemarks {
  const all = [...weeks];
  return {
    findings: all.flatMap(({ findings }) => findings ?? []),
    adjusted_weeks: all.flatMap(({ adjusted }) => (adjusted === undefined ? [] : [adjusted])),
  };
}

export function contentOf(weeks: readonly BuiltWeek[]): PlanContent {
  return {
    weekly_info: Object.fromEntries(weeks.map(({ number, info }) => [String(number), info])),
    workouts: weeks.flatMap(({ workouts }) => workouts),
  };
}
