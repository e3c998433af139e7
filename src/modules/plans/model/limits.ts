import { SECOND_MS } from '../../../shared/time.ts';

/** What a plan or a draft may cost. Whatever is not there when it is used up comes from the rules. */
export type ModelLimits = {
  /** Milliseconds for a whole plan, for a whole draft, and for one call of a plan. */
  readonly plan_ms: number;
  readonly draft_ms: number;
  readonly call_ms: number;
  /** Milliseconds before a model that is overloaded or away is asked again, the second time twice as long. */
  readonly pause_ms: number;
  /** How often one week is asked for, and how often a draft. */
  readonly attempts: number;
  /** After so many calls in a row that brought no week, the rest is left to the rules. */
  readonly fruitless_calls: number;
};

export const DEFAULT_LIMITS: ModelLimits = {
  plan_ms: 300 * SECOND_MS,
  draft_ms: 300 * SECOND_MS,
  call_ms: 120 * SECOND_MS,
  pause_ms: SECOND_MS,
  attempts: 3,
  fruitless_calls: 4,
};

/**
 * How many workouts one call asks for, as long as that are one to four weeks. Fewer calls would be cheaper, as each repeats what
 * the model is told; but nobody sees anything of a week before it is whole, what breaks off is lost, and models forget limits in
 * long answers.
 */
const WORKOUTS_A_CALL = 14;
const MOST_WEEKS_A_CALL = 4;

/** What a workout needs when it has sets within sets and is told in Chinese, where a character is about a token. */
const TOKENS_A_WORKOUT = 450;
const TOKENS_A_DAY_OF_DRAFT = 90;
const TOKENS_BESIDES = 400;

/** For asking again there is as much as for asking once. */
const TIMES_OF_ONCE = 2;

/** @param workouts_a_week in the fullest week */
export function weeksACall(workouts_a_week: number): number {
  const weeks = Math.floor(WORKOUTS_A_CALL / Math.max(1, workouts_a_week));
  return Math.min(MOST_WEEKS_A_CALL, Math.max(1, weeks));
}

/** Tokens that an answer with so many workouts may have. */
export function planTokens(workouts: number): number {
  return TOKENS_BESIDES + workouts * TOKENS_A_WORKOUT;
}

/** Tokens that a draft of so many weeks and days may have. */
export function draftTokens(weeks: number, days: number): number {
  return TOKENS_BESIDES + (weeks + days) * TOKENS_A_DAY_OF_DRAFT;
}

/** Calls and tokens for a whole plan. */
export function planBudget(workouts: number, workouts_a_week: number, weeks: number): Budget {
  const calls = Math.ceil(weeks / weeksACall(workouts_a_week));
  return {
    calls: calls * TIMES_OF_ONCE + 2,
    tokens: (workouts * TOKENS_A_WORKOUT + (calls + 1) * TOKENS_BESIDES) * TIMES_OF_ONCE,
  };
}

export type Budget = { readonly calls: number; readonly tokens: number };
