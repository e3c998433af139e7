import type { Language } from '../../../shared/languages.ts';
import type { Goal } from '../../../training/planning/brief.ts';
import type { ExperienceLevel, PlanContent } from '../../../training/planning/plan.ts';

/** The most athletes to whom one request gives a plan. */
export const MAX_ATHLETES_AT_ONCE = 500;

export type PlanId = { readonly org_id: string; readonly plan_id: string };

export type SavedPlanSummary = {
  readonly id: string;
  readonly org_id: string;
  readonly title: string;
  readonly description: string | null;
  /** First and last day, YYYY-MM-DD. */
  readonly start_date: string;
  readonly end_date: string;
  readonly weeks: number;
  readonly engine: string;
  /** These three are null in plans that were saved before they were stored. */
  readonly experience_level: ExperienceLevel | null;
  readonly goal: Goal | null;
  readonly language: Language | null;
  readonly assignment_count: number;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
};

/**
 * A saved plan with its content, which belongs to no athlete: a target that names a zone is an effort, and sums are those of the level.
 */
export type SavedPlan = SavedPlanSummary & PlanContent;

export type NewPlan = Omit<SavedPlan, 'end_date' | 'assignment_count'>;

export type Follower = { readonly user_id: string; readonly display_name: string };

/** The most followers of each plan that a list names. */
export const MAX_NAMED_FOLLOWERS = 3;

/** The most other plans of one athlete in a preview of giving. */
export const MOST_OTHER_PLANS = 10;

export type Assignment = Follower & {
  readonly id: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly assigned_at: Date;
  readonly updated_at: Date;
};

export const SKIP_REASONS = [
  'not_a_member',
  'account_inactive',
  'already_assigned',
  'plan_over',
  'plan_unsafe',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export type Given = {
  readonly assigned: readonly { readonly user_id: string; readonly plan_id: string }[];
  readonly skipped: readonly { readonly user_id: string; readonly reason: SkipReason }[];
};
