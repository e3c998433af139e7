import type { PlanContent } from '../../training/planning/plan.ts';

/** A saved plan as one athlete follows it. */
export type AthletePlan = PlanContent & {
  readonly id: string;
  readonly user_id: string;
  /** The saved plan it was assigned from. */
  readonly plan_id: string;
  readonly title: string;
  readonly engine: string;
  /** First and last day, YYYY-MM-DD. */
  readonly start_date: string;
  readonly end_date: string;
  readonly weeks: number;
  readonly assigned_at: Date;
  readonly updated_at: Date;
};
