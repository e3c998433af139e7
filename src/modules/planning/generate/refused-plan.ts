import type { AppError } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { PlanRefused } from '../engine/faults.ts';
import { planRefused } from '../errors.ts';
import { faultsWords, faultWords } from '../words/fault-words.ts';

/** Each fault in words, under the name of what is at fault. */
export function refusedPlan({ faults }: PlanRefused, language: Language): AppError {
  const details = faults.map((fault) => ({ path: fault.path, message: faultWords(fault, language) }));
  return planRefused({ message: faultsWords(faults, language), details });
}

/** The steps of an engine, failing with what may be said to whoever asked. */
export async function* saidInPublic<Step>(
  steps: AsyncIterable<Step>,
  language: Language,
): AsyncGenerator<Step, void> {
  try {
    yield* steps;
  } catch (error) {
    if (error instanceof PlanRefused) throw refusedPlan(error, language);
    throw error;
  }
}
