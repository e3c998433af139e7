import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import type { BuiltWeek } from '../../../training/sessions/week-builder.ts';
import { writeDraft } from '../draft/write-draft.ts';
import type { DraftStep, PlanEngine, PlanStep, ProgressStatus } from '../engine/engine.ts';
import { judgeReadiness } from '../engine/judge-readiness.ts';
import { presentWorkout } from '../present-workout.ts';
import { contentOf, remarksOf } from './build-plan.ts';
import { createPlanner } from './plan-weeks.ts';

export const RULES_ENGINE = 'rules';

/** Percent that are done when the first week is begun, and when the last one is over. */
const FROM = 5;
const UNTIL = 95;

/** The engine that is always there: no network, no chance; the same brief makes the same plan. */
export function createRulesEngine({ newId }: { newId: () => string }): PlanEngine {
  return {
    async *draft(brief, signal): AsyncIterable<DraftStep> {
      yield progress('preparing', 0);
      const built: BuiltWeek[] = [];
      // A draft is begun anew: what a coach edited is for the plan.
      for await (const week of weeksOf({ ...brief, draft: null }, newId, signal)) {
        built.push(week);
        yield progress('generating', percentOf(built.length, brief.weeks));
      }
      const plan = contentOf(built);
      const readiness = judgeReadiness(brief, plan.workouts);
      yield { type: 'draft', draft: writeDraft(plan, brief), readiness, engine: RULES_ENGINE };
    },
    async *plan(brief, signal): AsyncIterable<readonly PlanStep[]> {
      yield [progress('preparing', 0)];
      const built: BuiltWeek[] = [];
      for await (const week of weeksOf(brief, newId, signal)) {
        built.push(week);
        yield [
          ...week.workouts.map(
            (workout) => ({ type: 'workout', json: JSON.stringify(presentWorkout(workout)) }) as const,
          ),
          { type: 'week', week_number: week.number, week: week.info },
          progress('generating', percentOf(built.length, brief.weeks)),
        ];
      }
      yield [{ type: 'plan', engine: RULES_ENGINE, ...remarksOf(built) }];
    },
  };
}

/** The weeks in order. Others get their turn between them: a year of weeks takes longer than anybody should have to wait. */
async function* weeksOf(
  brief: PlanBrief,
  newId: () => string,
  signal: AbortSignal,
): AsyncIterable<BuiltWeek> {
  signal.throwIfAborted();
  const planner = createPlanner(brief, newId);
  for (const week of planner.weeks()) {
    yield week;
    await nextTurn();
    signal.throwIfAborted();
  }
}

function percentOf(done: number, weeks: number): number {
  return Math.round(FROM + ((UNTIL - FROM) * done) / weeks);
}

function progress(status: ProgressStatus, percent: number) {
  return { type: 'progress', status, progress: percent } as const;
}
