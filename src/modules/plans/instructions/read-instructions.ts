import type { Weekday } from '../../../shared/calendar.ts';
import { NO_WISHES, type Wishes } from '../../../training/planning/wishes.ts';
import type { PlanFault } from '../engine/faults.ts';

/** The free text of a request for a plan. */
export type CoachTexts = {
  readonly instructions: string | null;
  readonly training_principle: string | null;
  readonly extra_guidance: string | null;
};

/** What was made of it. Sentences are quoted as they stand; each is in one of the three lists. */
export type InstructionsRead = {
  readonly wishes: Wishes;
  readonly understood: readonly string[];
  /** Of the principle, which the request's own texts go before. */
  readonly overruled: readonly string[];
  readonly not_understood: readonly string[];
  /** What contradicts itself or the training days: empty, or nothing can be planned. */
  readonly faults: readonly PlanFault[];
};

/** Reads what can be read by rules, in any of the languages; the rest is for whoever reads the plan. */
export function readInstructions(
  _texts: CoachTexts,
  _options: { readonly workout_days: readonly Weekday[] },
): InstructionsRead {
  return { wishes: NO_WISHES, understood: [], overruled: [], not_understood: [], faults: [] };
}
