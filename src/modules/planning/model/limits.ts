import type { LanguageModel } from '../../../infra/llm/llm.ts';
import { SECOND_MS } from '../../../shared/time.ts';

/** What a plan or a draft may cost. Whatever is not there when it is used up comes from the rules. */
export type ModelLimits = {
  /** Milliseconds for a whole plan, for a whole draft, and for one call of a plan. */
  readonly plan_ms: number;
  readonly draft_ms: number;
  readonly call_ms: number;
  /** Milliseconds before a model that is away is asked again, the second time twice as long. */
  readonly pause_ms: number;
  /** How often one week is asked for, and how often a piece of a draft. */
  readonly attempts: number;
  /** After so many calls in a row that brought no week, the rest is left to the rules. */
  readonly fruitless_calls: number;
};

/** A plan is many answers, however short each of them has to be. */
const LEAST_PLAN_MS = 300 * SECOND_MS;

/**
 * As the operator gives the model time: that is the longest for one answer, and for a plan or a draft with all of its
 * answers, but for five minutes at least. So a slow model of one's own needs one setting.
 */
export function usualLimits({ answer_ms }: LanguageModel['limits']): ModelLimits {
  const whole_ms = Math.max(LEAST_PLAN_MS, answer_ms);
  return {
    plan_ms: whole_ms,
    draft_ms: whole_ms,
    call_ms: answer_ms,
    pause_ms: SECOND_MS,
    attempts: 3,
    fruitless_calls: 4,
  };
}

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

/**
 * Many models think before they write, and their thoughts count as tokens. One that was cut off gets so much more for each call: not
 * from the beginning, since who does not think only babbles with it.
 */
export const TOKENS_TO_THINK = 8_192;

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

/** So many weeks of a draft are asked for at once: more than most plans have. */
const MOST_WEEKS_A_PIECE = 16;

/** Weeks in the order they come in, in pieces that a model can write at once. */
export function draftPieces<T>(
  weeks: readonly T[],
  daysOf: (week: T) => number,
  max_output_tokens: number,
): readonly (readonly T[])[] {
  const pieces: T[][] = [];
  for (const week of weeks) {
    const piece = pieces.at(-1);
    const with_it = [...(piece ?? []), week];
    const days = with_it.reduce((sum, one) => sum + daysOf(one), 0);
    const fits =
      with_it.length <= MOST_WEEKS_A_PIECE && draftTokens(with_it.length, days) <= max_output_tokens;
    if (piece !== undefined && fits) piece.push(week);
    else pieces.push([week]);
  }
  return pieces;
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
