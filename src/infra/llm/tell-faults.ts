import type { Logger } from 'pino';
import type { LanguageModel, ModelFault, ModelFaultReason } from './llm.ts';

export type TellFault = (fault: ModelFault) => void;

/**
 * Logs why a model failed, since callers only see that rules wrote the plan: each reason once per plan or draft. Faults
 * quote no prompt, answer, address or key.
 */
export function tellFaults({
  model,
  logger,
}: {
  readonly model: LanguageModel;
  readonly logger: Pick<Logger, 'warn'>;
}): TellFault {
  const told = new Set<ModelFaultReason>();
  return ({ reason, message }) => {
    if (told.has(reason)) return;
    told.add(reason);
    logger.warn({ model: model.name, reason, fault: message }, 'the language model failed');
  };
}
