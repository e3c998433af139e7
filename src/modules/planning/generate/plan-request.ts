import type { Weekday } from '../../../shared/calendar.ts';
import type { Language } from '../../../shared/languages.ts';
import type { GivenConstraints } from '../../../training/plan-request/field-faults.ts';
import type { ContentSourcing } from '../../../training/plan-request/plan-brief.ts';
import type { Goal } from '../../../training/planning/brief.ts';
import type { ExperienceLevel } from '../../../training/planning/plan.ts';

/** The request of a coach. Undefined and null stand for what was not said. */
export type PlanRequest = {
  readonly org_id: string;
  readonly weeks: number;
  readonly experience_level: ExperienceLevel;
  readonly constraints: GivenConstraints | null;
  readonly constraints_from: 'availability' | null;
  readonly instructions: string | null;
  /** Replaces the stored principle. */
  readonly training_principle: string | null;
  /** YYYY-MM-DD. */
  readonly start_date: string | null;
  readonly content_sourcing: ContentSourcing;
  readonly athlete_id: string | null;
  readonly goal: Goal | null;
  readonly workout_days: readonly Weekday[] | null;
  readonly language: Language | null;
  readonly seed: number;
  /** Null for a draft. */
  readonly refined_draft: string | null;
  readonly extra_guidance: string | null;
};
