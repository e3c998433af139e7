import type { Weekday } from '../../../shared/calendar.ts';
import type { Language } from '../../../shared/languages.ts';
import type { ReadRequest } from '../../../training/plan-request/wish.ts';
import type { PlanNumbers } from '../../../training/planning/brief.ts';
import type { DraftWeek } from '../../../training/planning/draft.ts';
import type { Finding } from '../../../training/planning/findings.ts';
import type { PlanWeek, Segment } from '../../../training/planning/plan.ts';
import type { Readiness } from '../../../training/planning/readiness.ts';
import type { RunnerFacts } from '../../../training/planning/runner-facts.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';

export const CONTENT_SOURCINGS = ['ai_generate', 'prefer_existing', 'strict_existing'] as const;
export type ContentSourcing = (typeof CONTENT_SOURCINGS)[number];

/** A workout of the organization's library, as engines use it. */
export type LibraryWorkout = {
  readonly id: string;
  readonly workout_type: WorkoutType;
  readonly title: string;
  readonly description: string;
  readonly segments: readonly Segment[];
};

/** Everything a plan is made from. Of an athlete it holds only what both the coach and a model may see. */
export type PlanBrief = PlanNumbers & {
  readonly paces_from: RunnerFacts['paces_from'];
  readonly language: Language;
  readonly persona: 'rex' | 'joy';
  readonly unit_system: 'metric' | 'imperial';
  readonly instructions: string | null;
  readonly training_principle: string | null;
  readonly extra_guidance: string | null;
  readonly read: ReadRequest;
  readonly content_sourcing: ContentSourcing;
  /** Empty for `ai_generate`. */
  readonly library: readonly LibraryWorkout[];
  /** The draft as the coach edited it, read and as text; null while there is none. */
  readonly draft: {
    readonly weeks: readonly DraftWeek[];
    readonly text: string;
    /** What the coach wrote outside of the weeks. */
    readonly notes?: string;
  } | null;
  /** The same brief and seed make the same plan by `rules`. */
  readonly seed: number;
};

/** How far along an engine is. The last step of a draft is `draft`, of a plan `plan`; failures are thrown. */
export type DraftStep =
  | { readonly type: 'progress'; readonly status: ProgressStatus; readonly progress: number }
  | {
      readonly type: 'draft';
      readonly draft: string;
      /** By the plan of the rules, whoever wrote the draft. */
      readonly readiness: Readiness;
      readonly engine: string;
    };
export type PlanStep =
  | { readonly type: 'progress'; readonly status: ProgressStatus; readonly progress: number }
  /** A workout as it is shown, as JSON. It is checked, and not taken back. */
  | { readonly type: 'workout'; readonly json: string }
  /** All of its workouts have been. */
  | { readonly type: 'week'; readonly week_number: number; readonly week: PlanWeek }
  /** The plan is finished: all of it has been. */
  | ({ readonly type: 'plan'; readonly engine: string } & PlanRemarks);

/** What is told of a plan beside it. */
export type PlanRemarks = {
  /** Warnings, week by week: what is invalid is refused. */
  readonly findings: readonly Finding[];
  readonly adjusted_weeks: readonly AdjustedWeek[];
};

export const ADJUSTMENT_REASONS = ['week_total', 'library'] as const;

/** A week with lines of the draft that came back different, and why. */
export type AdjustedWeek = {
  readonly week_number: number;
  readonly days: readonly Weekday[];
  /** The heading asks for another total than its lines have; or nothing but the library's workouts may be used. */
  readonly reason: (typeof ADJUSTMENT_REASONS)[number];
};

/** What an engine does at the moment; words for it are made where it is shown. */
export const PROGRESS_STATUSES = ['preparing', 'generating', 'checking', 'falling_back', 'finished'] as const;
export type ProgressStatus = (typeof PROGRESS_STATUSES)[number];

export type PlanEngine = {
  /** Percent in `progress`. Ends early, by throwing the signal's reason, when nobody wants it any more. */
  draft(brief: PlanBrief, signal: AbortSignal): AsyncIterable<DraftStep>;
  /** By date, week by week, as many steps as are there together. What it yields has passed the check. */
  plan(brief: PlanBrief, signal: AbortSignal): AsyncIterable<readonly PlanStep[]>;
};
