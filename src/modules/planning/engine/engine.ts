import type { PlanBrief } from '../../../training/plan-request/plan-brief.ts';
import type { Finding } from '../../../training/planning/findings.ts';
import type { PlanContent, PlannedWorkout, PlanWeek } from '../../../training/planning/plan.ts';
import type { Readiness } from '../../../training/planning/readiness.ts';
import type { AdjustedWeek } from '../../../training/sessions/week-builder.ts';

type ProgressStep = ReturnType<typeof progress>;
/** The steps of an engine. The last step of a draft is `draft`, of a plan `plan`; failures are thrown. */
export type DraftStep =
  | ProgressStep
  | {
      readonly type: 'draft';
      readonly draft: string;
      readonly readiness: Readiness;
      readonly engine: string;
    };
export type PlanStep =
  | ProgressStep
  | { readonly type: 'workout'; readonly json: string }
  | { readonly type: 'week'; readonly week_number: number; readonly week: PlanWeek }
  | ({ readonly type: 'plan'; readonly engine: string } & PlanRemarks);

export type PlanRemarks = {
  /** Warnings, week by week; a plan with invalid findings is refused. */
  readonly findings: readonly Finding[];
  readonly adjusted_weeks: readonly AdjustedWeek[];
  readonly readiness: Readiness;
};

export const PROGRESS_STATUSES = ['preparing', 'generating', 'checking', 'falling_back', 'finished'] as const;
export type ProgressStatus = (typeof PROGRESS_STATUSES)[number];

export type PlanEngine = {
  /** `progress` is in percent. Throws the reason of `signal` when it is aborted. */
  draft(brief: PlanBrief, signal: AbortSignal): AsyncIterable<DraftStep>;
  /** Workouts come by date and week by week, several steps at a time. Everything that it yields has passed the check. */
  plan(brief: PlanBrief, signal: AbortSignal): AsyncIterable<readonly PlanStep[]>;
};

export function progress(status: ProgressStatus, percent: number) {
  return { type: 'progress', status, progress: Math.round(percent) } as const;
}

/** The plan that all steps of an engine make together. */
export function planOfSteps(steps: readonly PlanStep[]): PlanContent {
  return {
    weekly_info: Object.fromEntries(
      steps.flatMap((step) => (step.type === 'week' ? [[String(step.week_number), step.week]] : [])),
    ),
    workouts: steps.flatMap((step) => (step.type === 'workout' ? [workoutOf(step.json)] : [])),
  };
}

/** Waits for all steps of an engine and returns the plan with its remarks. */
export async function planAtEnd(steps: AsyncIterable<readonly PlanStep[]>) {
  const all: PlanStep[] = [];
  for await (const some of steps) all.push(...some);
  const last = all.at(-1);
  if (last?.type !== 'plan') throw new Error('An engine ended without a plan.');
  const { type: _type, ...told } = last;
  return { plan: planOfSteps(all), ...told };
}

/** A shown workout has a text, which follows from its segments and is dropped here. */
function workoutOf(json: string): PlannedWorkout {
  const { text: _text, ...workout } = JSON.parse(json);
  return workout;
}
