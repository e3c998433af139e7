import { MAX_DETAILS } from '../../../http/validate.ts';
import { validationError } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { contextOfContent, type PlanFrame } from '../../../training/plan-copies/context-of-content.ts';
import { nameZones } from '../../../training/plan-copies/name-zones.ts';
import { runnerOfContent } from '../../../training/plan-copies/runner-of-content.ts';
import { findingFault } from '../../../training/plan-request/plan-fault.ts';
import { adaptPlan } from '../../../training/planning/adapt-plan.ts';
import { isInvalid } from '../../../training/planning/finding-rules.ts';
import type { Finding } from '../../../training/planning/findings.ts';
import type { PlanContent, PlannedWorkout } from '../../../training/planning/plan.ts';
import { repairPlan } from '../../../training/planning/repair-plan.ts';
import { faultWords } from '../../planning/index.ts';

/** Content as it is saved, and the training judgement on it. */
export type CheckedContent = { readonly content: PlanContent; readonly findings: readonly Finding[] };

/**
 * Content as it is saved: its sums and dates are right, and it is nobody's own. Training judgement is told,
 * and the coach decides.
 *
 * @param language of the words for what is wrong
 * @throws validationError for a plan that contradicts itself, with every finding that is `invalid`
 */
export function checkContent(content: PlanContent, frame: PlanFrame, language: Language): CheckedContent {
  const { experience_level } = frame;
  const runner = runnerOfContent(content, experience_level);
  // Sums first: what was sent has none.
  const made = adaptPlan(content, runner);
  const { content: repaired, findings } = repairPlan(made, contextOfContent(made, frame, runner));
  const invalid = findings.filter(isInvalid);
  if (invalid.length > 0) throw refusal(repaired, invalid, language);
  const nobodys = adaptPlan(nameZones(repaired, runner), {
    paces: null,
    heart_rates: null,
    experience_level,
  });
  return { content: nobodys, findings };
}

function refusal({ workouts }: PlanContent, findings: readonly Finding[], language: Language) {
  const details = findings.slice(0, MAX_DETAILS).map((finding) => {
    const path = pathOf(workouts, finding);
    return { path, message: faultWords(findingFault(path, 'plan_unsafe', finding), language) };
  });
  const [first] = details;
  return validationError({
    ...(first === undefined ? {} : { message: `${first.path}: ${first.message}` }),
    details,
  });
}

/** Where in the content, which stands by date here, a finding is. */
function pathOf(workouts: readonly PlannedWorkout[], { date, week_number }: Finding): string {
  const place = date === null ? -1 : workouts.findIndex((workout) => workout.date === date);
  if (place >= 0) return `content.${place}`;
  return week_number > 0 ? `weekly_info.${week_number}` : 'content';
}
