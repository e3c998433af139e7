import type { UserActor } from '../../../http/actor.ts';
import type { PlanContent } from '../../../training/planning/plan.ts';
import {
  type DraftStep,
  type PlanEngine,
  type PlanRemarks,
  type PlanStep,
  planAtEnd,
} from '../engine/engine.ts';
import type { Understand } from '../model/understand-sentences.ts';
import type { GenerationLimits } from './generation-limits.ts';
import type { PlanRequest } from './plan-request.ts';
import { type BriefDeps, type Preparation, type Prepared, prepareBrief } from './prepare-brief.ts';
import { saidInPublic } from './refused-plan.ts';

export type GenerateDeps = BriefDeps & {
  readonly engine: PlanEngine;
  readonly limits: GenerationLimits;
  /** Null where no model is configured; then sentences are read by the forms alone. */
  readonly understand: Understand | null;
};

/** A draft or plan that an engine is about to make: the prepared request, and the steps or groups of steps. */
export type Generation<Step> = { readonly prepared: Prepared; readonly steps: AsyncIterable<Step> };

export type MadeDraft = Pick<Extract<DraftStep, { type: 'draft' }>, 'draft' | 'readiness'>;

export type MadePlan = PlanRemarks & { readonly plan: PlanContent };

export type Generated<Result> = {
  readonly prepared: Prepared;
  readonly result: Result;
  readonly engine: string;
  readonly generated_at: Date;
};

/**
 * Begins a draft. Nothing is made until the steps are read; they end when `signal` is aborted.
 *
 * @throws as `prepareBrief`; rateLimited
 */
export async function beginDraft(
  deps: GenerateDeps,
  actor: UserActor,
  request: PlanRequest,
  signal: AbortSignal,
): Promise<Generation<DraftStep>> {
  return await begin(deps, { actor, request, signal }, (brief) => deps.engine.draft(brief, signal));
}

export async function beginPlan(
  deps: GenerateDeps,
  actor: UserActor,
  request: PlanRequest,
  signal: AbortSignal,
): Promise<Generation<readonly PlanStep[]>> {
  return await begin(deps, { actor, request, signal }, (brief) => deps.engine.plan(brief, signal));
}

async function begin<Step>(
  deps: GenerateDeps,
  { actor, request, signal }: { actor: UserActor; request: PlanRequest; signal: AbortSignal },
  make: (brief: Prepared['brief']) => AsyncIterable<Step>,
): Promise<Generation<Step>> {
  const preparation = await prepareBrief(deps, actor, request, signal);
  signal.throwIfAborted();
  const leave = await deps.limits.enter(preparation.prepared);
  // The place is also given back where the steps are never read, or where the caller left while the plan was counted.
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  signal.throwIfAborted();
  try {
    const prepared = await understood(preparation, deps, signal);
    const steps = saidInPublic(make(prepared.brief), prepared.caller_language);
    return { prepared, steps: leaving(steps, leave) };
  } catch (error) {
    leave();
    throw error;
  }
}

async function understood(
  { prepared, understanding }: Preparation,
  { understand }: Pick<GenerateDeps, 'understand'>,
  signal: AbortSignal,
): Promise<Prepared> {
  const { read, start_date } = prepared.brief;
  const open = read.not_acted_on.filter(({ from }) => from !== 'training_principle').map(({ text }) => text);
  if (understand === null || open.length === 0) return prepared;
  return await understanding(await understand([...new Set(open)], start_date, signal));
}

async function* leaving<Step>(steps: AsyncIterable<Step>, leave: () => void): AsyncGenerator<Step> {
  try {
    yield* steps;
  } finally {
    leave();
  }
}

export async function wholeDraft(
  deps: Pick<GenerateDeps, 'clock'>,
  { prepared, steps }: Generation<DraftStep>,
): Promise<Generated<MadeDraft>> {
  for await (const step of steps) {
    if (step.type !== 'draft') continue;
    return { prepared, result: step, engine: step.engine, generated_at: deps.clock.now() };
  }
  throw new Error('An engine ended without a draft.');
}

export async function wholePlan(
  deps: Pick<GenerateDeps, 'clock'>,
  { prepared, steps }: Generation<readonly PlanStep[]>,
): Promise<Generated<MadePlan>> {
  const { engine, ...result } = await planAtEnd(steps);
  return { prepared, result, engine, generated_at: deps.clock.now() };
}
