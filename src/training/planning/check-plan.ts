import type { CheckContext, Finding } from './findings.ts';
import type { PlanContent, PlannedWorkout, PlanWeek } from './plan.ts';
import type { WeekLimits } from './week-limits.ts';

/** One week of a plan, as it is proposed. */
export type ProposedWeek = {
  readonly workouts: readonly PlannedWorkout[];
  /** Null: nobody has said anything of the week yet, and it is not missed. */
  readonly info: PlanWeek | null;
};

/** Holds weeks against the rules as they come, in order. */
export type PlanChecker = {
  /** What is wrong with the next week, after those that were accepted. Changes nothing: ask as often as there are proposals. */
  check(week: ProposedWeek): readonly Finding[];
  /** Takes the week as the next one, whatever is wrong with it. */
  accept(week: ProposedWeek): void;
  /** What the next week may have at most, after those that were accepted. */
  limits(): WeekLimits;
};

export function createPlanChecker(_context: CheckContext): PlanChecker {
  return {
    check: () => [],
    accept: () => {},
    limits: () => {
      throw new Error('not there yet');
    },
  };
}

/**
 * Everything about a plan that breaks a rule, in the order of its weeks; empty for a plan that may be given to a runner. With
 * `weeks_so_far`, a plan of which only the first weeks are there.
 */
export function checkPlan(_content: PlanContent, _context: CheckContext): Finding[] {
  return [];
}
