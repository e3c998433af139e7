import type { Weekday } from '../../../src/shared/calendar.ts';

/** A generated plan as the API serves it, what was asked for, and what is known of the runner: all that a judge sees. */

export const EVENTS = ['5k', '10k', 'half_marathon', 'marathon', '50k', '100k', 'general'] as const;
export type Event = (typeof EVENTS)[number];
export type Race = Exclude<Event, 'general'>;
export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const;
export type Level = (typeof LEVELS)[number];

type ServedTarget = {
  readonly type: string;
  readonly min?: number | null;
  readonly max?: number | null;
  readonly zone: string | null;
};
export type ServedSegment = {
  readonly kind: string;
  readonly duration_s?: number;
  readonly distance_m?: number;
  readonly target?: ServedTarget;
  readonly repeat?: { readonly times: number; readonly segments: readonly ServedSegment[] };
};
export type ServedWorkout = {
  readonly id: string;
  readonly week_number: number;
  readonly day: string;
  readonly date: string;
  readonly phase: string;
  readonly workout_type: string;
  readonly title: string;
  readonly duration_s: number;
  readonly distance_m: number;
  readonly segments: readonly ServedSegment[];
};
export type ServedWeek = {
  readonly phase: string;
  readonly total_distance_m: number;
  readonly total_duration_s: number;
  readonly workout_count: number;
  /** Metres of its workouts that are no races, and of those that are. */
  readonly training_distance_m?: number;
  readonly race_distance_m?: number;
};
export const READINESS_LEVELS = ['ready', 'stretch', 'not_advised'] as const;
export type ReadinessLevel = (typeof READINESS_LEVELS)[number];
export type ServedPlan = {
  readonly content: readonly ServedWorkout[];
  readonly weekly_info: Readonly<Record<string, ServedWeek>>;
  readonly readiness?: { readonly level: string; readonly reasons: readonly { readonly code: string }[] };
};

/** What a coach asks for in fields. Days are YYYY-MM-DD, both ends inclusive. */
export type Constraints = {
  readonly days_off?: readonly Weekday[];
  readonly days_per_week?: number;
  readonly long_run_day?: Weekday;
  readonly first_week_distance_m?: number;
  readonly max_weekly_distance_m?: number;
  readonly longest_run_m?: number;
  readonly exclude?: readonly string[];
  readonly unavailable?: readonly { readonly from: string; readonly to: string }[];
  readonly races?: readonly {
    readonly date: string;
    readonly event?: Race;
    readonly distance_m?: number;
    readonly priority: 'a' | 'b' | 'c';
  }[];
  readonly injuries?: readonly {
    readonly from: string;
    readonly to?: string;
    readonly running: 'none' | 'easy_only' | 'no_hills' | 'no_speed';
  }[];
};

export type Asked = {
  readonly weeks: number;
  readonly start_date: string;
  readonly experience_level: Level;
  readonly workout_days: readonly Weekday[];
  readonly goal: {
    readonly event: Event;
    readonly race_date: string | null;
    readonly target_time_s: number | null;
  };
  readonly constraints?: Constraints;
};

export type Known = {
  /** Metres of each of the last eight weeks, the oldest first, and the longest run of them; null where nothing is known. */
  readonly history: { readonly weekly_distance_m: readonly number[]; readonly longest_run_m: number } | null;
  /** ml/(kg·min); null where no pace is known. */
  readonly vdot: number | null;
};

export type Case = { readonly asked: Asked; readonly known: Known; readonly plan: ServedPlan };
