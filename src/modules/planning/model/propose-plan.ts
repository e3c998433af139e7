import { setTimeout as wait } from 'node:timers/promises';
import { ModelFault, withinTime } from '../../../infra/llm/index.ts';
import { checkPlan } from '../../../training/planning/check-plan.ts';
import type { PlanBrief, PlanStep, ProgressStatus } from '../engine/engine.ts';
import { askForWeeks } from './ask-weeks.ts';
import { engineName } from './engine-name.ts';
import { planTokens, TOKENS_TO_THINK } from './limits.ts';
import {
  daysOf,
  type Making,
  type ModelTools,
  settle,
  settleWhole,
  startMaking,
  weeksToAsk,
} from './making.ts';
import { readSession, SESSION_SCHEMA } from './session.ts';
import type { WeekToFill } from './slots.ts';

/** Steps of a plan whose sessions a model proposes, within the plan that the rules make. */
export async function* proposePlan(
  tools: ModelTools,
  brief: PlanBrief,
  signal: AbortSignal,
): AsyncGenerator<PlanStep> {
  yield progress('preparing', 0);
  const making = await startMaking(tools, brief, signal);
  for (;;) {
    yield* settleWhole(making);
    const week = making.weeks[making.settled];
    if (week === undefined) break;
    const asked = weeksToAsk(making);
    if (asked.length > 0 && making.spend.take(tokensOf(asked, making))) {
      yield progressOf('generating', making);
      yield* askOnce(asked, making);
      continue;
    }
    if (making.by_rules.at(-1) !== week.number - 1) yield progressOf('falling_back', making);
    making.by_rules.push(week.number);
    yield* settle(making, week);
  }
  const numbers = making.weeks.filter(({ slots }) => slots.length > 0).map(({ number }) => number);
  yield progress('finished', 100);
  const engine = engineName(tools.model.name, making.by_rules, numbers);
  const findings = checkPlan(making.plan, making.judge.context);
  yield { type: 'plan', plan: making.plan, engine, findings, adjusted_weeks: making.adjusted_weeks };
}

function progress(status: ProgressStatus, percent: number): PlanStep {
  return { type: 'progress', status, progress: percent };
}

/** Between what comes before the first week and what comes after the last. */
function progressOf(status: ProgressStatus, { settled, weeks }: Making): PlanStep {
  return progress(status, Math.round(5 + (90 * settled) / weeks.length));
}

/** The most that a call for these weeks may write. */
function tokensOf(weeks: readonly WeekToFill[], { to_think }: Making): number {
  return planTokens(daysOf(weeks)) + to_think;
}

/** One call, and whatever weeks pass by it. Nothing that is wrong with the model is thrown. */
async function* askOnce(asked: readonly WeekToFill[], making: Making): AsyncGenerator<PlanStep> {
  const { collected, problems, attempts, settled } = making;
  const told = asked.flatMap(({ number }) => problems.get(number) ?? []);
  for (const { number } of asked) {
    attempts.set(number, (attempts.get(number) ?? 0) + 1);
    collected.forget(number);
    problems.delete(number);
  }
  const faults: string[] = [];
  let failure: ModelFault | null = null;
  try {
    yield* listen(asked, told, faults, making);
  } catch (error) {
    making.signal.throwIfAborted();
    if (!(error instanceof ModelFault)) throw error;
    failure = error;
    making.tell(error);
    if (!error.retryable) making.gone = true;
    if (error.reason === 'cut_off') letThink(making);
  }
  noteProblems(asked, faults, making);
  if (making.settled > settled) return;
  making.fruitless += 1;
  if (making.fruitless >= making.tools.limits.fruitless_calls) making.gone = true;
  if (failure !== null && AWAY.has(failure.reason) && !making.gone) await pause(making);
}

/** It was not done when it had to stop: with thoughts, as it may be. */
function letThink(making: Making): void {
  if (making.to_think > 0) return;
  making.to_think = TOKENS_TO_THINK;
  making.spend.allow(TOKENS_TO_THINK);
}

/** So many elements for each day are listened to, and so many faults told. */
const MOST_ELEMENTS_A_DAY = 3;
const MOST_FAULTS = 5;

async function* listen(
  asked: readonly WeekToFill[],
  told: readonly string[],
  faults: string[],
  making: Making,
): AsyncGenerator<PlanStep> {
  const { tools, judge, spend, signal } = making;
  const { system, prompt } = askForWeeks(asked, told, { ...judge, prompts: tools.prompts });
  const days = daysOf(asked);
  const call = (callSignal: AbortSignal) =>
    tools.model.streamElements({
      system,
      prompt,
      max_output_tokens: tokensOf(asked, making),
      signal: callSignal,
      schema: SESSION_SCHEMA,
      // What is no session is passed over here, so that one of them does not cost those behind it.
      read: (value) => ({ value: readSession(value) }),
    });
  let heard = 0;
  for await (const read of withinTime(call, Math.min(tools.limits.call_ms, spend.msLeft()), signal)) {
    heard += 1;
    if (heard > days * MOST_ELEMENTS_A_DAY) return;
    if ('fault' in read) {
      if (faults.length < MOST_FAULTS && !faults.includes(read.fault)) faults.push(read.fault);
    } else if (asked.some(({ number }) => number === read.value.week)) {
      making.collected.add(read.value);
      yield* settleWhole(making);
      // What the model still has to say costs and is of no use.
      if (!making.weeks.slice(making.settled).some((week) => asked.includes(week))) return;
    }
  }
}

/** What to say when weeks are asked for again: of those that did not pass it is known already. */
function noteProblems(asked: readonly WeekToFill[], faults: readonly string[], making: Making): void {
  const { problems, collected, settled, weeks } = making;
  const open = weeks.slice(settled).filter((week) => asked.includes(week));
  for (const { number, slots } of open) {
    const there = collected.of(number).map(({ day }) => day);
    const missing = slots.map(({ base }) => base.day).filter((day) => !there.includes(day));
    const known = problems.get(number);
    if (known === undefined && missing.length > 0)
      problems.set(number, [`Week ${number}: no usable element for ${missing.join(', ')}.`]);
  }
  const [first] = open;
  if (first !== undefined) problems.set(first.number, [...(problems.get(first.number) ?? []), ...faults]);
}

/** Of these it helps to wait a little. */
const AWAY: ReadonlySet<ModelFault['reason']> = new Set(['unreachable', 'overloaded', 'timed_out']);

async function pause({ tools, spend, fruitless, signal }: Making): Promise<void> {
  const ms = Math.min(tools.limits.pause_ms * fruitless, spend.msLeft());
  await wait(ms, undefined, { signal }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw cause;
  });
}
