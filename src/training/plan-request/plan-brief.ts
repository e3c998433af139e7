import type { Language } from '../../shared/languages.ts';
import type { PlanNumbers } from '../planning/brief.ts';
import type { DraftWeek } from '../planning/draft.ts';
import type { Segment } from '../planning/plan.ts';
import type { RunnerFacts } from '../planning/runner-facts.ts';
import type { WorkoutType } from '../workout-types.ts';
import type { ReadRequest } from './wish.ts';

export const CONTENT_SOURCINGS = ['ai_generate', 'prefer_existing', 'strict_existing'] as const;
export type ContentSourcing = (typeof CONTENT_SOURCINGS)[number];

export type LibraryWorkout = {
  readonly id: string;
  readonly workout_type: WorkoutType;
  readonly title: string;
  readonly description: string;
  readonly segments: readonly Segment[];
};

/** How the reader is addressed. `rex` is short, direct and a bit dry, `joy` warm and encouraging. */
export type Voice = {
  readonly language: Language;
  readonly persona: 'rex' | 'joy';
  readonly unit_system: 'metric' | 'imperial';
};

/** Everything that a plan is made from. Of the athlete it holds only what both the coach and a model may see. */
export type PlanBrief = PlanNumbers &
  Voice & {
    readonly paces_from: RunnerFacts['paces_from'];
    readonly instructions: string | null;
    readonly training_principle: string | null;
    readonly extra_guidance: string | null;
    readonly read: ReadRequest;
    readonly content_sourcing: ContentSourcing;
    /** Empty for `ai_generate`. */
    readonly library: readonly LibraryWorkout[];
    /** The draft as the coach edited it, read and as text; null where there is none. */
    readonly draft: {
      readonly weeks: readonly DraftWeek[];
      readonly text: string;
      readonly notes?: string;
    } | null;
    readonly seed: number;
  };
