import type { PlanContent } from '../../../training/planning/plan.ts';
import { writeDraft } from '../draft/write-draft.ts';
import type { DraftStep, PlanEngine, PlanStep, ProgressStatus } from '../engine/engine.ts';
import { RULES_ENGINE } from '../rules/rules-engine.ts';
import type { Planner } from './planner.ts';

/** Percent that are done when a plan is there, and when all of it has been passed on. */
const PLANNED = 50;
const PASSED_ON = 95;

/** The rules as an engine whose work is done on threads. What comes of it is what `createRulesEngine` makes. */
export function createPlannerEngine(planner: Pick<Planner, 'plan'>): PlanEngine {
  return {
    async *draft(brief, signal): AsyncIterable<DraftStep> {
      yield progress('preparing', 0);
      // A draft is begun anew: what a coach edited is for the plan.
      const content = await planner.plan({ ...brief, draft: null }, signal);
      signal.throwIfAborted();
      yield progress('generating', PLANNED);
      yield { type: 'draft', draft: writeDraft(content, brief), engine: RULES_ENGINE };
    },
    async *plan(brief, signal): AsyncIterable<PlanStep> {
      yield progress('preparing', 0);
      const plan = await planner.plan(brief, signal);
      for (const step of stepsOf(plan, brief.weeks)) {
        signal.throwIfAborted();
        yield step;
      }
      yield { type: 'plan', plan, engine: RULES_ENGINE };
    },
  };
}

/** Week by week: its workouts, what it is, and how far that is. */
function* stepsOf({ workouts, weekly_info }: PlanContent, weeks: number): Iterable<PlanStep> {
  const byWeek = Map.groupBy(workouts, ({ week_number }) => week_number);
  for (const [name, week] of Object.entries(weekly_info)) {
    const week_number = Number(name);
    for (const workout of byWeek.get(week_number) ?? []) yield { type: 'workout', workout };
    yield { type: 'week', week_number, week };
    yield progress('generating', PLANNED + ((PASSED_ON - PLANNED) * week_number) / weeks);
  }
}

function progress(status: ProgressStatus, percent: number) {
  return { type: 'progress', status, progress: Math.round(percent) } as const;
}
