import type { Logger } from 'pino';
import type { LanguageModel, ModelFault, ModelFaultReason } from './llm.ts';

export type TellFault = (fault: ModelFault) => void;

/**
 * Tells the operator why a model failed, since those who asked only see that the rules wrote: each reason once a plan or draft, however
 * many calls end so. What a fault says quotes neither prompt nor answer, address or key.
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
