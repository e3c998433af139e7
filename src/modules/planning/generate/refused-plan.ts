import { MAX_DETAILS } from '../../../http/validate.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { MOST_LINE_FAULTS } from '../../../training/draft-text/line-fault.ts';
import { faultyLine, PlanRefused } from '../../../training/plan-request/plan-fault.ts';
import { phrase } from '../../../words/index.ts';
import { draftNotReadable, planRefused } from '../errors.ts';
import { faultsWords, faultWords, lineReasonWords } from '../words/fault-words.ts';

/**
 * The first faults in words, each under the path of its field. Where lines of a draft cannot be read, only these are reported, up to
 * `MOST_LINE_FAULTS`.
 */
export function refusedPlan({ faults }: PlanRefused, language: Language): AppError {
  const lines = faults.map(faultyLine).filter((line) => line !== null);
  if (lines.length > 0) {
    const shown = lines.slice(0, MOST_LINE_FAULTS).map(({ number, text, reason, nearest }) => ({
      number,
      text,
      reason: lineReasonWords(reason, language),
      ...(nearest === undefined ? {} : { nearest }),
    }));
    const message = phrase(language, 'drafts.lines', {
      count: lines.length,
      more: lines.length - shown.length,
    });
    return draftNotReadable({ message, lines: shown });
  }
  const details = faults
    .slice(0, MAX_DETAILS)
    .map((fault) => ({ path: fault.path, message: faultWords(fault, language) }));
  return planRefused({ message: faultsWords(faults, language), details });
}

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
