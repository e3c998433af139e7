import assert from 'node:assert/strict';
import { type Logger, pino } from 'pino';
import { type Element, obedientElements } from '../../../sandbox/model/obedient-model.ts';
import { elements, type ScriptedAnswer } from '../../../sandbox/model/script.ts';
import type { ModelSandbox } from '../../../sandbox/model/start-model.ts';
import type { LanguageModel } from '../../infra/llm/index.ts';
import type { DraftStep, PlanEngine, PlanStep } from '../../modules/planning/engine/engine.ts';
import { planOfSteps } from '../../modules/planning/engine/engine.ts';
import { createModelEngine, type ModelTimes } from '../../modules/planning/model/model-engine.ts';
import { presentWorkout } from '../../modules/planning/present-workout.ts';
import { newId } from '../../shared/ids.ts';
import { systemClock } from '../../shared/time.ts';
import { checkContext } from '../../training/plan-request/check-context.ts';
import type { PlanBrief } from '../../training/plan-request/plan-brief.ts';
import { checkPlan } from '../../training/planning/check-plan.ts';
import { planPaces } from '../../training/planning/paces.ts';
import type { PlanContent } from '../../training/planning/plan.ts';
import { stageModel } from '../model-stage.ts';
import { planBrief } from '../plan-brief.ts';
import { createRulesEngine } from '../rules-engine.ts';

/** Short, so that a hundred of them take seconds. */
export function briefOf(more: Partial<PlanBrief> = {}): PlanBrief {
  return planBrief({
    weeks: 2,
    start_date: '2026-11-23',
    goal: { event: '10k', race_date: null, target_time_s: 2_640 },
    runner: {
      paces: planPaces(45.678),
      heart_rates: { recovery: { min: 101, max: 119 }, easy: { min: 120, max: 139 } },
      experience_level: 'intermediate',
    },
    history: {
      weekly_distance_m: [31_111, 32_222, 31_111, 33_333, 31_111, 32_222, 33_333, 31_111],
      longest_run_m: 11_117,
    },
    seed: 7,
    ...more,
  });
}

type Parts = {
  readonly model: LanguageModel;
  readonly rules: PlanEngine;
  readonly times: ModelTimes;
  readonly logger: Pick<Logger, 'warn'>;
};

export type Stage = {
  readonly sandbox: ModelSandbox;
  readonly rules: PlanEngine;
  /** The stand-in has seen the other side close the line in the middle. */
  cut(): Promise<void>;
  /** Over the real wire to the stand-in; or without one, to a model of our own. */
  engine(but?: Partial<Parts>): PlanEngine;
};

/** For engines whose log is nobody's concern. */
export const QUIET = pino({ level: 'silent' });

export const MODEL_NAME = 'openai-compatible/sandbox-model';

export async function stageEngines(): Promise<Stage> {
  const { sandbox, model, cut } = await stageModel();
  const rules = createRulesEngine({ newId });
  return {
    sandbox,
    cut,
    rules,
    engine: (parts = {}) =>
      createModelEngine({
        model: parts.model ?? model('openai-compatible', { max_output_tokens: 50_000 }),
        rules: parts.rules ?? rules,
        clock: systemClock,
        logger: parts.logger ?? QUIET,
        ...(parts.times === undefined ? {} : { times: parts.times }),
      }),
  };
}

export type MadePlan = {
  readonly plan: PlanContent;
  readonly engine: string;
  readonly steps: readonly PlanStep[];
};

/** The whole of a plan, and that whatever was yielded on the way is part of it, in order, and free of findings. */
export async function makePlan(
  engine: PlanEngine,
  brief: PlanBrief,
  signal: AbortSignal = new AbortController().signal,
): Promise<MadePlan> {
  const steps: PlanStep[] = [];
  for await (const some of engine.plan(brief, signal)) steps.push(...some);
  const last = steps.at(-1);
  assert.ok(last?.type === 'plan');
  const { engine: name } = last;
  const plan = planOfSteps(steps);
  assert.deepEqual(checkPlan(plan, checkContext(brief)), []);
  const workouts = steps.flatMap((step) => (step.type === 'workout' ? [JSON.parse(step.json)] : []));
  assert.deepEqual(workouts, JSON.parse(JSON.stringify(plan.workouts.map(presentWorkout))));
  const weeks = steps.flatMap((step) =>
    step.type === 'week' ? [[String(step.week_number), step.week]] : [],
  );
  assert.deepEqual(Object.fromEntries(weeks), plan.weekly_info);
  const percents = steps.flatMap((step) => (step.type === 'progress' ? [step.progress] : []));
  assert.deepEqual(
    percents,
    percents.toSorted((one, other) => one - other),
  );
  return { plan, engine: name, steps };
}

export async function makeDraft(
  engine: PlanEngine,
  brief: PlanBrief,
): Promise<{ readonly draft: string; readonly engine: string }> {
  const steps: DraftStep[] = [];
  for await (const step of engine.draft(brief, new AbortController().signal)) steps.push(step);
  const last = steps.at(-1);
  assert.ok(last?.type === 'draft');
  return last;
}

/** What nobody may read in a plan, whatever a model or a coach says. */
const PAYLOAD =
  /99 km|pwned|evil|https?:|www\.|<|\]\(|@|maria|bpm|pulse|\d:\d\d|ignore|system|[\p{Cc}\p{Cf}]/iu;

export function assertNoPayload(plan: PlanContent): void {
  const texts = [...plan.workouts, ...Object.values(plan.weekly_info)].flatMap(textsOf);
  for (const text of texts) {
    assert.doesNotMatch(text, PAYLOAD);
    assert.ok(text.length > 0 && text.length <= 2_000);
  }
}

/** Every text in a value, at any depth, but for ids and days. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

/** A model that answers as it was asked to, but for what a test changes of each session. */
export function changing(change: (element: Element) => unknown): ScriptedAnswer {
  return ({ prompt }) => [elements(obedientElements(prompt).map(change))];
}

/** From now on the model answers each question like this, once it has given the answers of the script. */
export function answerWith(
  { sandbox }: Stage,
  always: ScriptedAnswer | undefined,
  script: readonly ScriptedAnswer[] = [],
): void {
  sandbox.requests.forget();
  sandbox.script(script);
  sandbox.answerAlways(always);
}
