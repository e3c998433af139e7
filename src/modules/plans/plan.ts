import type { WorkoutType } from '../activities/index.ts';
import type { WEEKDAYS } from '../users/index.ts';

export const PHASES = ['base', 'build', 'peak', 'taper', 'recovery'] as const;
type Phase = (typeof PHASES)[number];

export const WORKOUT_SOURCES = ['generated', 'library'] as const;

export const STEP_KINDS = ['warmup', 'work', 'recovery', 'cooldown'] as const;

export const TARGET_TYPES = ['pace', 'heart_rate', 'effort'] as const;

/** What to keep to: seconds a kilometre, beats a minute, or the effort from 1 to 10. Null is an open end, or a target without a zone. */
type Target = {
  readonly type: (typeof TARGET_TYPES)[number];
  readonly min: number | null;
  readonly max: number | null;
  readonly zone: string | null;
};

/** A stretch by time or by distance, or what is repeated: of the members only those that apply are there. */
type Segment = {
  readonly kind: (typeof STEP_KINDS)[number] | 'repeat';
  readonly duration_s?: number;
  readonly distance_m?: number;
  readonly target?: Target;
  readonly repeat?: { readonly times: number; readonly segments: readonly Segment[] };
  readonly note?: string;
};

type PlannedWorkout = {
  readonly id: string;
  readonly week_number: number;
  readonly day: (typeof WEEKDAYS)[number];
  /** YYYY-MM-DD */
  readonly date: string;
  readonly phase: Phase;
  readonly workout_type: WorkoutType;
  readonly title: string;
  readonly description: string;
  readonly duration_s: number;
  readonly distance_m: number;
  readonly segments: readonly Segment[];
  readonly source: (typeof WORKOUT_SOURCES)[number];
  readonly library_workout_id?: string;
};

type PlanWeek = {
  readonly phase: Phase;
  readonly focus: string;
  readonly total_distance_m: number;
  readonly total_duration_s: number;
  readonly workout_count: number;
};

/** A saved plan as one athlete follows it. */
export type AthletePlan = {
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
  /** By week number, from "1". */
  readonly weekly_info: Readonly<Record<string, PlanWeek>>;
  readonly workouts: readonly PlannedWorkout[];
  readonly assigned_at: Date;
  readonly updated_at: Date;
};
