import type { Logger } from 'pino';
import {
  type LanguageModel,
  ModelFault,
  type TellFault,
  tellFaults,
  withinTime,
} from '../../../infra/llm/index.ts';
import { type Clock, SECOND_MS } from '../../../shared/time.ts';
import { checkContext } from '../../../training/plan-request/check-context.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { checkPlan } from '../../../training/planning/check-plan.ts';
import type { PlanContent } from '../../../training/planning/plan.ts';
import { judgeReadiness } from '../../../training/planning/readiness.ts';
import { createSegmentBuilder } from '../../../training/sessions/segment-builder.ts';
import type { AdjustedWeek } from '../../../training/sessions/week-builder.ts';
import { writeDraft } from '../draft/write-draft.ts';
import {
  type PlanEngine,
  type PlanStep,
  type ProgressStatus,
  planAtEnd,
  planOfSteps,
  progress,
} from '../engine/engine.ts';
import { presentWorkout } from '../present-workout.ts';
import { planWords } from '../words/plan-words.ts';
import { askForWeeks, coachTexts } from './ask-weeks.ts';
import { engineName } from './engine-name.ts';
import { type Judge, judgeWeek } from './judge-week.ts';
import { daysOf, isOpen, piecesOf, type WeekToFill, weeksToFill } from './open-days.ts';
import { possibleNames } from './plain-words.ts';
import { type Prompts, readPrompts } from './prompt-files.ts';
import { PROPOSAL_SCHEMA, type Proposal, readProposal } from './proposal.ts';

/** The most milliseconds of one call and of a whole plan. What is missing then comes from the rules. */
export type ModelTimes = { readonly call_ms: number; readonly plan_ms: number };

/** A plan takes several answers, so it has at least this time even where an answer must be short. */
const LEAST_PLAN_MS = 300 * SECOND_MS;

type Deps = {
  readonly model: LanguageModel;
  readonly rules: PlanEngine;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
  readonly times?: ModelTimes;
};

/**
 * An engine whose sessions and words are proposed by a model, while its numbers are not. `rules` makes the plan into which the model's
 * weeks are put, and everything that the model cannot make: even without a working model the result is a checked plan. Reads the prompts
 * from disk, once.
 *
 * @param deps.logger gets the reason when a model fails, and nothing of the content
 * @param deps.times by default the operator's time for one answer, and for a plan the same but at least five minutes
 */
export function createModelEngine(deps: Deps): PlanEngine {
  const { answer_ms } = deps.model.limits;
  const usual = { call_ms: answer_ms, plan_ms: Math.max(LEAST_PLAN_MS, answer_ms) };
  const tools = { ...deps, times: deps.times ?? usual, prompts: readPrompts() };
  return {
    async *draft(brief, signal) {
      const open = { ...brief, draft: null };
      const all: PlanStep[] = [];
      for await (const step of proposePlan(tools, open, signal)) {
        all.push(step);
        if (step.type === 'progress') yield step;
        if (step.type !== 'plan') continue;
        const plan = planOfSteps(all);
        const readiness = judgeReadiness(brief, plan.workouts);
        yield { type: 'draft', draft: writeDraft(plan, open), readiness, engine: step.engine };
      }
    },
    async *plan(brief, signal) {
      for await (const step of proposePlan(tools, brief, signal)) yield [step];
    },
  };
}

type Generation = {
  readonly tools: Required<Deps> & { readonly prompts: Prompts };
  readonly judge: Judge;
  readonly weeks: readonly WeekToFill[];
  readonly end: number;
  readonly tell: TellFault;
  readonly signal: AbortSignal;
  /** Numbers of the weeks that the model made. */
  readonly by_model: Set<number>;
  readonly adjusted_weeks: readonly AdjustedWeek[];
  plan: PlanContent;
  /** How many of `weeks` were shown. */
  shown: number;
  is_over: boolean;
};

async function* proposePlan(
  tools: Generation['tools'],
  brief: PlanBrief,
  signal: AbortSignal,
): AsyncGenerator<PlanStep> {
  yield progress('preparing', 0);
  const generation = await startGeneration(tools, brief, signal);
  const { weeks, by_model } = generation;
  for (const piece of piecesOf(weeks)) {
    yield* fill(piece, generation);
    yield* show(generation, piece.at(-1)?.number ?? 0);
  }
  const asked = weeks.filter(isOpen).map(({ number }) => number);
  const by_rules = asked.filter((number) => !by_model.has(number));
  yield progress('finished', 100);
  yield {
    type: 'plan',
    engine: engineName(tools.model.name, by_rules, asked),
    findings: checkPlan(generation.plan, generation.judge.context),
    adjusted_weeks: generation.adjusted_weeks,
    readiness: judgeReadiness(brief, generation.plan.workouts),
  };
}

/** @throws PlanRefused as the rules do, since no engine can plan what they cannot */
async function startGeneration(
  tools: Generation['tools'],
  brief: PlanBrief,
  signal: AbortSignal,
): Promise<Generation> {
  const { plan, adjusted_weeks } = await planAtEnd(tools.rules.plan(brief, signal));
  const words = planWords(brief);
  const texts = [...Object.values(coachTexts(brief)), brief.draft?.text ?? null];
  return {
    tools,
    judge: {
      brief,
      context: checkContext(brief),
      builder: createSegmentBuilder(brief, words.note),
      words,
      names: possibleNames(texts.filter((text) => text !== null)),
    },
    weeks: weeksToFill(plan, brief),
    end: tools.clock.now().getTime() + tools.times.plan_ms,
    tell: tellFaults(tools),
    signal,
    by_model: new Set(),
    adjusted_weeks,
    plan,
    shown: 0,
    is_over: false,
  };
}

/**
 * Asks for the weeks, and once more for those that fail, with their problems. After a piece without any success the model is given up.
 */
async function* fill(piece: readonly WeekToFill[], generation: Generation): AsyncGenerator<PlanStep> {
  let open = piece.filter(isOpen);
  if (open.length === 0) return;
  let problems: Problems = new Map();
  for (let attempt = 1; attempt <= 2 && open.length > 0 && !generation.is_over; attempt += 1) {
    yield progressOf('generating', generation);
    problems = yield* ask(open, [...problems.values()].flat(), generation);
    open = open.filter(({ number }) => !generation.by_model.has(number));
  }
  if (!piece.some(({ number }) => generation.by_model.has(number))) generation.is_over = true;
}

type Problems = Map<number, readonly string[]>;

/** Makes one call; the weeks that pass become the model's. Failures of the model are not thrown. */
async function* ask(
  weeks: readonly WeekToFill[],
  told: readonly string[],
  generation: Generation,
): AsyncGenerator<PlanStep, Problems> {
  const heard = new Map<number, Proposal[]>(weeks.map(({ number }) => [number, []]));
  const problems: Problems = new Map();
  const faults = new Set<string>();
  try {
    for await (const read of listen(weeks, told, generation)) {
      if ('fault' in read) {
        faults.add(read.fault);
        continue;
      }
      const { value } = read;
      const week = weeks.find(({ number }) => number === value.week);
      const own = heard.get(value.week);
      if (week === undefined || own === undefined) continue;
      own.push(value);
      if (own.length < week.open_days.length) continue;
      heard.delete(week.number);
      const judged = judgeWeek(own, week, generation.plan, generation.judge);
      if ('problems' in judged) problems.set(week.number, judged.problems);
      else {
        generation.plan = judged.plan;
        generation.by_model.add(week.number);
        yield* show(generation, 0);
      }
      if (heard.size === 0) break;
    }
  } catch (error) {
    generation.signal.throwIfAborted();
    if (!(error instanceof ModelFault)) throw error;
    generation.tell(error);
    if (!error.retryable) generation.is_over = true;
  }
  for (const { number, open_days } of weeks) {
    const there = heard.get(number)?.map(({ day }) => day);
    const missing = open_days.map(({ base }) => base.day).filter((day) => there?.includes(day) === false);
    if (there !== undefined)
      problems.set(number, [`Week ${number}: no usable element for ${missing.join(', ')}.`, ...faults]);
  }
  return problems;
}

/** A workout with words in Chinese, where a character is about a token. */
const TOKENS_A_WORKOUT = 350;
const TOKENS_BESIDES = 400;
/** Many models think before they write, and their thoughts count as tokens. */
const TOKENS_TO_THINK = 8_192;
/** The most elements for each day that are read. */
const MOST_ELEMENTS_A_DAY = 3;

async function* listen(weeks: readonly WeekToFill[], told: readonly string[], generation: Generation) {
  const { tools, judge, end, signal } = generation;
  const ms = Math.min(tools.times.call_ms, end - tools.clock.now().getTime());
  if (ms <= 0) {
    generation.is_over = true;
    return;
  }
  const { system, prompt } = askForWeeks(weeks, told, judge.brief, tools.prompts);
  const days = daysOf(weeks);
  const call = (callSignal: AbortSignal) =>
    tools.model.streamElements({
      system,
      prompt,
      max_output_tokens: TOKENS_TO_THINK + TOKENS_BESIDES + days * TOKENS_A_WORKOUT,
      signal: callSignal,
      schema: PROPOSAL_SCHEMA,
      // Invalid elements are skipped here, so that one of them does not lose those after it.
      read: (value) => ({ value: readProposal(value) }),
    });
  let heard = 0;
  for await (const read of withinTime(call, ms, signal)) {
    yield read;
    heard += 1;
    if (heard >= days * MOST_ELEMENTS_A_DAY) return;
  }
}

/** The weeks that are final, in order: all up to `until`, and after it as long as they are settled. */
function* show(generation: Generation, until: number): Generator<PlanStep> {
  const { weeks, plan, by_model } = generation;
  for (;;) {
    const week = weeks[generation.shown];
    if (week === undefined) return;
    const { number } = week;
    const by_rules = isOpen(week) && !by_model.has(number);
    if (by_rules && number > until) return;
    if (by_rules) yield progressOf('falling_back', generation);
    generation.shown += 1;
    for (const workout of plan.workouts)
      if (workout.week_number === number)
        yield { type: 'workout', json: JSON.stringify(presentWorkout(workout)) };
    const info = plan.weekly_info[number];
    if (info !== undefined) yield { type: 'week', week_number: number, week: info };
  }
}

/** The progress of the shown weeks, between what comes before the first and after the last one. */
function progressOf(status: ProgressStatus, { shown, weeks }: Generation): PlanStep {
  return progress(status, 5 + (90 * shown) / weeks.length);
}
