import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createThreads } from '../../../infra/threads/index.ts';
import { createGate, type Gate } from '../../../shared/gate.ts';
import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import { PlanRefused } from '../../../training/plan-request/plan-fault.ts';
import type { DraftOptions, DraftRead } from '../draft/read-draft.ts';
import { type PlanResult, type PlanTask, type WeekText, workOutPlan } from './plan-worker.ts';

/**
 * Reads drafts and makes plans by rules, on threads: a year of weeks takes tens of milliseconds, during which other requests would wait.
 */
export type Planner = {
  readDraft(text: string, options: DraftOptions, signal: AbortSignal): Promise<DraftRead>;
  /**
   * @returns an array that the caller owns, so that it can drop weeks it no longer needs
   * @throws PlanRefused
   */
  plan(brief: PlanBrief, signal: AbortSignal): Promise<WeekText[]>;
  /** Finishes the started work and ends the threads. */
  close(): Promise<void>;
};

/** Work that takes no longer than the way to a thread and back is done in place. */
const FEW_WEEKS = 4;
const SHORT_DRAFT = 4_000;

/** A hundred times the longest work. */
const TIMEOUT_MS = 20_000;
const MEMORY_MB = 32;
/** Most objects of a plan in the making are short-lived. */
const YOUNG_MEMORY_MB = 6;
/**
 * A coach edits a draft for some minutes and then asks for its plan. A new thread, which loads and compiles the grammar first, takes a
 * quarter of a second for that, a kept one some 20 ms. Keeping it takes 6 MB.
 */
const IDLE_MS = 10 * 60_000;

export function createPlanner(): Planner {
  const maxThreads = Math.max(1, Math.min(2, availableParallelism() - 1));
  const threads = createThreads<PlanTask, PlanResult>({
    filename: fileURLToPath(new URL('./plan-worker.ts', import.meta.url)),
    name: 'workOutPlan',
    maxThreads,
    timeoutMs: TIMEOUT_MS,
    memoryMb: MEMORY_MB,
    youngMemoryMb: YOUNG_MEMORY_MB,
    idleMs: IDLE_MS,
  });
  // Plans wait here and drafts do not: drafts are read before anything is answered, and wait for one plan at most.
  const plans = createGate(maxThreads);
  return {
    readDraft: async (text, options, signal) => {
      const task = { kind: 'draft', text, options } as const;
      const result = text.length <= SHORT_DRAFT ? workOutPlan(task) : await threads.run(task);
      signal.throwIfAborted();
      if (result.kind !== 'draft') throw new Error('A draft was not read.');
      return result.read;
    },
    plan: async (brief, signal) => {
      const task = { kind: 'plan', brief } as const;
      const result =
        brief.weeks <= FEW_WEEKS ? workOutPlan(task) : await inTurn(plans, signal, () => threads.run(task));
      if (result.kind === 'refused') throw new PlanRefused(result.faults);
      if (result.kind !== 'plan') throw new Error('A plan was not made.');
      return result.weeks;
    },
    close: () => threads.close(),
  };
}

/** A caller who has left is skipped in the queue. Started work is finished, since ending its thread would take longer. */
async function inTurn<T>(gate: Gate, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  await gate.enter();
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    gate.leave();
  }
}
