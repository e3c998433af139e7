import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { judgeReadiness, readinessOfWeeks } from '../../../training/planning/readiness.ts';
import { writeDraft } from '../draft/write-draft.ts';
import {
  type DraftStep,
  type PlanEngine,
  type PlanRemarks,
  type PlanStep,
  planOfSteps,
  progress,
} from '../engine/engine.ts';
import { type Head, type Week, weekOf } from './plan-worker.ts';
import type { Planner } from './planner.ts';

const RULES_ENGINE = 'rules';

/** Percent of progress when a plan is made, and when all of it has been passed on. */
const PLANNED = 50;
const PASSED_ON = 95;

/** About 15 kB of events, which are one packet and let other requests run between them. */
const WEEKS_AT_ONCE = 3;

/** The rules as an engine that works on threads. The same brief makes the same plan. */
export function createPlannerEngine(planner: Pick<Planner, 'plan'>): PlanEngine {
  return {
    async *draft(brief, signal): AsyncIterable<DraftStep> {
      yield progress('preparing', 0);
      const weeks = await planner.plan({ ...brief, draft: null }, signal);
      signal.throwIfAborted();
      yield progress('generating', PLANNED);
      const plan = planOfSteps(weeks.map(weekOf).flatMap((week) => stepsOf(week, brief.weeks)));
      const readiness = judgeReadiness(brief, plan.workouts);
      yield { type: 'draft', draft: writeDraft(plan, brief), readiness, engine: RULES_ENGINE };
    },
    async *plan(brief, signal): AsyncIterable<readonly PlanStep[]> {
      yield [progress('preparing', 0)];
      const weeks = await planner.plan(brief, signal);
      const heads: Head[] = [];
      while (weeks.length > 0) {
        signal.throwIfAborted();
        // Weeks that were passed on are dropped: a hundred streams would otherwise keep a hundred plans.
        const next = weeks.splice(0, WEEKS_AT_ONCE).map(weekOf);
        heads.push(...next.map(({ head }) => head));
        yield next.flatMap((week) => stepsOf(week, brief.weeks));
      }
      yield [{ type: 'plan', engine: RULES_ENGINE, ...remarksOf(heads, brief) }];
    },
  };
}

function stepsOf({ head: { number, info }, workouts }: Week, weeks: number): PlanStep[] {
  return [
    ...workouts.map((json) => ({ type: 'workout', json }) as const),
    { type: 'week', week_number: number, week: info },
    progress('generating', PLANNED + ((PASSED_ON - PLANNED) * number) / weeks),
  ];
}

function remarksOf(weeks: readonly Head[], brief: PlanBrief): PlanRemarks {
  return {
    readiness: readinessOfWeeks(
      brief,
      weeks.map(({ load }) => load),
    ),
    findings: weeks.flatMap(({ findings }) => findings ?? []),
    adjusted_weeks: weeks.flatMap(({ adjusted }) => (adjusted === undefined ? [] : [adjusted])),
  };
}
