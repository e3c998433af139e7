import type { Logger } from 'pino';
import type { LanguageModel } from '../../../infra/llm/llm.ts';
import type { Clock } from '../../../shared/time.ts';
import type { PlanEngine } from '../engine/engine.ts';
import { type ModelLimits, usualLimits } from './limits.ts';
import { readPrompts } from './prompt-files.ts';
import { proposeDraft } from './propose-draft.ts';
import { proposePlan } from './propose-plan.ts';

/**
 * An engine whose words and sessions a model proposes and whose numbers do not come from it. `rules` makes the plan that the
 * model's weeks are put into, and whatever the model can not: it ends with a checked plan even without any model. Reads the
 * prompts from disk, once.
 *
 * @param deps.logger is told why a model failed, and nothing that was said
 * @param deps.limits what is not said is as usual, by how long the model may take for an answer
 */
export function createModelEngine(deps: {
  readonly model: LanguageModel;
  readonly rules: PlanEngine;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  readonly limits?: Partial<ModelLimits>;
}): PlanEngine {
  const { model, rules, clock, logger } = deps;
  const tools = {
    model,
    rules,
    clock,
    logger,
    limits: { ...usualLimits(model.limits), ...deps.limits },
    prompts: readPrompts(),
  };
  return {
    draft: (brief, signal) => proposeDraft(tools, brief, signal),
    plan: (brief, signal) => oneByOne(proposePlan(tools, brief, signal)),
  };
}

/** Nobody knows when a model says the next thing. */
async function* oneByOne<Step>(steps: AsyncIterable<Step>): AsyncGenerator<readonly Step[]> {
  for await (const step of steps) yield [step];
}
