import { writeDraft } from '../draft/write-draft.ts';
import type { DraftStep, PlanEngine, PlanStep, ProgressStatus } from '../engine/engine.ts';
import { judgeReadiness } from '../engine/judge-readiness.ts';
import { remarksOf } from '../rules/build-plan.ts';
import { RULES_ENGINE } from '../rules/rules-engine.ts';
import type { Planner } from './planner.ts';
import { planOf, type WeekText, weekOf } from './week-text.ts';

/** Percent that are done when a plan is there, and when all of it has been passed on. */
const PLANNED = 50;
const PASSED_ON = 95;

/** Some 15 kB of events: each time is a packet, and a turn of everybody else's. */
const WEEKS_AT_ONCE = 3;

/** The rules as an engine whose work is done on threads. What comes of it is what `createRulesEngine` makes. */
export function createPlannerEngine(planner: Pick<Planner, 'plan'>): PlanEngine {
  return {
    async *draft(brief, signal): AsyncIterable<DraftStep> {
      yield progress('preparing', 0);
      // A draft is begun anew: what a coach edited is for the plan.
      const weeks = await planner.plan({ ...brief, draft: null }, signal);
      signal.throwIfAborted();
      yield progress('generating', PLANNED);
      const plan = planOf(weeks);
      const readiness = judgeReadiness(brief, plan.workouts);
      yield { type: 'draft', draft: writeDraft(plan, brief), readiness, engine: RULES_ENGINE };
    },
    async *plan(brief, signal): AsyncIterable<readonly PlanStep[]> {
      yield [progress('preparing', 0)];
      const weeks = await planner.plan(brief, signal);
      for (let passed = 0; passed < weeks.length; passed += WEEKS_AT_ONCE) {
        signal.throwIfAborted();
        yield weeks.slice(passed, passed + WEEKS_AT_ONCE).flatMap((week) => stepsOf(week, brief.weeks));
      }
      const remarks = remarksOf(weeks.map(weekOf));
      yield [{ type: 'plan', plan: () => planOf(weeks), engine: RULES_ENGINE, ...remarks }];
    },
  };
}

/** The workouts of a week, what it is, and how far that is. */
function stepsOf(text: WeekText, weeks: number): PlanStep[] {
  const { number, workouts, info } = weekOf(text);
  return [
    ...workouts.map((json) => ({ type: 'workout', json }) as const),
    { type: 'week', week_number: number, week: info },
    progress('generating', PLANNED + ((PASSED_ON - PLANNED) * number) / weeks),
  ];
}

function progress(status: ProgressStatus, percent: number) {
  return { type: 'progress', status, progress: Math.round(percent) } as const;
}
