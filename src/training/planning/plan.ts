import type { Weekday } from '../../shared/calendar.ts';
import type { WorkoutType } from '../workout-types.ts';
import type { ZoneName } from './zone-names.ts';

/** The content of a training plan. Distances are metres, times seconds, paces seconds a kilometre, days YYYY-MM-DD. */

export const MAX_WEEKS = 52;

export const PHASES = ['base', 'build', 'peak', 'taper', 'recovery'] as const;
export type Phase = (typeof PHASES)[number];

export const WORKOUT_SOURCES = ['generated', 'library'] as const;

/** Who wrote a title and description, or a focus: an engine may rewrite `generated` texts; `written` ones are a person's and stay. */
export const TEXT_SOURCES = ['generated', 'written'] as const;
export type TextSource = (typeof TEXT_SOURCES)[number];

export const STEP_KINDS = ['warmup', 'work', 'recovery', 'cooldown'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

export const TARGET_TYPES = ['pace', 'heart_rate', 'effort'] as const;

export const EXPERIENCE_LEVELS = ['beginner', 'intermediate', 'advanced'] as const;
export type ExperienceLevel = (typeof EXPERIENCE_LEVELS)[number];

/** The range to keep to: seconds a kilometre, beats a minute, or an effort from 1 to 10. Null is an open end. */
export type Target = {
  readonly type: (typeof TARGET_TYPES)[number];
  readonly min: number | null;
  readonly max: number | null;
  /** The zone from which each athlete's numbers follow (`ZoneName`); with null or any other word the numbers are fixed. */
  readonly zone: ZoneName | (string & {}) | null;
};

/** A stretch by time or by distance, or a repeat. Members that do not apply are absent. */
export type Segment = {
  readonly kind: StepKind | 'repeat';
  readonly duration_s?: number;
  readonly distance_m?: number;
  readonly target?: Target;
  readonly repeat?: { readonly times: number; readonly segments: readonly Segment[] };
  readonly note?: string;
};

export type PlannedWorkout = {
  readonly id: string;
  /** From 1. Weeks count from the first day of the plan, on any weekday. */
  readonly week_number: number;
  readonly day: Weekday;
  readonly date: string;
  readonly phase: Phase;
  readonly workout_type: WorkoutType;
  readonly title: string;
  readonly description: string;
  readonly text_source?: TextSource;
  readonly segments_source?: TextSource;
  readonly notes?: string;
  readonly duration_s: number;
  readonly distance_m: number;
  readonly segments: readonly Segment[];
  readonly source: (typeof WORKOUT_SOURCES)[number];
  readonly library_workout_id?: string;
};

export type PlanWeek = {
  readonly phase: Phase;
  readonly focus: string;
  readonly text_source?: TextSource;
  readonly notes?: string;
  readonly total_distance_m: number;
  readonly training_distance_m: number;
  readonly race_distance_m: number;
  readonly total_duration_s: number;
  readonly workout_count: number;
};

export type PlanContent = {
  /** By week number, from "1". */
  readonly weekly_info: Readonly<Record<string, PlanWeek>>;
  readonly workouts: readonly PlannedWorkout[];
};

/** Whether a person decided the content: an engine fits its own workouts around it and never shortens it. */
export function isWritten({
  segments_source,
  text_source,
}: Pick<PlannedWorkout, 'segments_source' | 'text_source'>): boolean {
  return (segments_source ?? text_source ?? 'written') === 'written';
}
