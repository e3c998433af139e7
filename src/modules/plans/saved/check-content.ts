import { MAX_DETAILS } from '../../../http/validate.ts';
import { validationError } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { type CheckedContent, checkedContent } from '../../../training/plan-copies/check-content.ts';
import type { PlanFrame } from '../../../training/plan-copies/context-of-content.ts';
import { findingFault } from '../../../training/plan-request/plan-fault.ts';
import type { PlanContent } from '../../../training/planning/plan.ts';
import { faultWords } from '../../planning/index.ts';

/**
 * Content as it is saved; see `checkedContent`.
 *
 * @param language of the words for what is wrong
 * @throws validationError for a plan that contradicts itself, with every finding that is `invalid`
 */
export function checkContent(content: PlanContent, frame: PlanFrame, language: Language): CheckedContent {
  const checked = checkedContent(content, frame);
  if (!('invalid' in checked)) return checked;
  const details = checked.invalid.slice(0, MAX_DETAILS).map(({ path, finding }) => ({
    path,
    message: faultWords(findingFault(path, 'plan_unsafe', finding), language),
  }));
  const [first] = details;
  throw validationError({ ...(first && { message: `${first.path}: ${first.message}` }), details });
}
