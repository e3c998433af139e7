import type { Logger } from 'pino';
import { type LanguageModel, type TellFault, tellFaults } from '../../../infra/llm/index.ts';
import type { Clock } from '../../../shared/time.ts';
import type { PlanContent } from '../../../training/planning/plan.ts';
import type { AdjustedWeek, PlanBrief, PlanEngine, PlanStep } from '../engine/engine.ts';
import { checkContext } from '../rules/check-context.ts';
import { coachTexts, nameLibrary } from './ask-weeks.ts';
import { type Collected, collectWeeks } from './collect-weeks.ts';
import { type Judge, judgeWeek } from './judge-week.ts';
import { type ModelLimits, planBudget, weeksACall } from './limits.ts';
import { possibleNames } from './plain-words.ts';
import type { Prompts } from './prompt-files.ts';
import { type WeekToFill, weeksToFill } from './slots.ts';
import { type Spend, startSpending } from './spend.ts';

export type ModelTools = {
  readonly model: LanguageModel;
  readonly rules: PlanEngine;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  readonly limits: ModelLimits;
  readonly prompts: Prompts;
};

/** A plan in the making: what is settled stays, what is behind it is the rules' until a model has something better. */
export type Making = {
  readonly tools: ModelTools;
  /** Of whoever wants the plan. */
  readonly signal: AbortSignal;
  readonly weeks: readonly WeekToFill[];
  readonly judge: Judge;
  readonly collected: Collected;
  readonly spend: Spend;
  readonly tell: TellFault;
  /** What was wrong with a week, for asking again. */
  readonly problems: Map<number, readonly string[]>;
  readonly attempts: Map<number, number>;
  readonly by_rules: number[];
  /** Without findings at any moment, but for those of what a coach wrote. */
  plan: PlanContent;
  readonly adjusted_weeks: readonly AdjustedWeek[];
  /** Of `weeks`, how many are settled. */
  settled: number;
  /** Tokens that each call has beyond what its answer needs. */
  to_think: number;
  /** Calls in a row that brought no week. */
  fruitless: number;
  gone: boolean;
};

export async function startMaking(tools: ModelTools, brief: PlanBrief, signal: AbortSignal): Promise<Making> {
  const { rules, clock, limits } = tools;
  const { plan, adjusted_weeks } = await planByRules(rules, brief, signal);
  const weeks = weeksToFill(plan, brief);
  const { instructions, training_principle, extra_guidance } = coachTexts(brief);
  const texts = [instructions, training_principle, extra_guidance, brief.draft?.text ?? null];
  return {
    tools,
    signal,
    weeks,
    judge: {
      brief,
      context: checkContext(brief),
      names: possibleNames(texts.filter((text) => text !== null)),
      library: nameLibrary(brief.library),
    },
    collected: collectWeeks(),
    spend: startSpending(clock, limits.plan_ms, planBudget(daysOf(weeks), fullest(weeks), weeks.length)),
    tell: tellFaults(tools),
    problems: new Map(),
    attempts: new Map(),
    by_rules: [],
    plan,
    adjusted_weeks,
    settled: 0,
    to_think: 0,
    fruitless: 0,
    gone: false,
  };
}

/** @throws PlanRefused as the rules do: what they can not plan nobody does */
export async function planByRules(
  rules: PlanEngine,
  brief: PlanBrief,
  signal: AbortSignal,
): Promise<{ readonly plan: PlanContent; readonly adjusted_weeks: readonly AdjustedWeek[] }> {
  for await (const steps of rules.plan(brief, signal)) {
    for (const step of steps)
      if (step.type === 'plan') return { plan: step.plan, adjusted_weeks: step.adjusted_weeks };
  }
  throw new Error('The rules ended without a plan.');
}

/** Weeks that are whole, one after the other, for as long as they pass; weeks without anything to fill among them. */
export function* settleWhole(making: Making): Generator<PlanStep> {
  for (;;) {
    const week = making.weeks[making.settled];
    if (week === undefined) return;
    const { number, slots } = week;
    if (slots.length > 0) {
      if (!making.collected.isWhole(number, slots.length)) return;
      const judged = judgeWeek(making.collected.of(number), week, making.plan, making.judge);
      making.collected.forget(number);
      if ('problems' in judged) {
        making.problems.set(number, judged.problems);
        return;
      }
      making.plan = judged.plan;
      making.fruitless = 0;
    }
    yield* settle(making, week);
  }
}

export function* settle(making: Making, { number }: WeekToFill): Generator<PlanStep> {
  const { workouts, weekly_info } = making.plan;
  making.settled += 1;
  for (const workout of workouts) {
    if (workout.week_number === number) yield { type: 'workout', workout };
  }
  const week = weekly_info[number];
  if (week !== undefined) yield { type: 'week', week_number: number, week };
}

/** The next weeks, the first of them at least, that are neither there nor given up. */
export function weeksToAsk(making: Making): readonly WeekToFill[] {
  const { tools, weeks, settled, attempts, gone } = making;
  const mayAsk = ({ number }: WeekToFill): boolean => (attempts.get(number) ?? 0) < tools.limits.attempts;
  const first = weeks[settled];
  if (first === undefined || gone || !mayAsk(first)) return [];
  return weeks
    .slice(settled, settled + weeksACall(fullest(weeks)))
    .filter((week) => week.slots.length > 0 && mayAsk(week) && !isPromising(week, making));
}

/** Whether a week is there and would pass if those before it stayed the rules'. What would not is asked for in the same call. */
function isPromising(week: WeekToFill, { collected, problems, plan, judge }: Making): boolean {
  const { number, slots } = week;
  if (!collected.isWhole(number, slots.length)) return false;
  const judged = judgeWeek(collected.of(number), week, plan, judge);
  if ('plan' in judged) return true;
  problems.set(number, judged.problems);
  return false;
}

function fullest(weeks: readonly WeekToFill[]): number {
  return Math.max(0, ...weeks.map(({ slots }) => slots.length));
}

/** How many workouts these weeks want of the model. */
export function daysOf(weeks: readonly WeekToFill[]): number {
  return weeks.reduce((sum, { slots }) => sum + slots.length, 0);
}
