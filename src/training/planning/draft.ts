import type { Weekday } from '../../shared/calendar.ts';
import type { WorkoutType } from '../workout-types.ts';
import type { Phase, Target } from './plan.ts';
import type { ZoneName } from './zone-names.ts';

/** A line of a draft: its number, from 1, and its text. */
export type DraftLine = { readonly number: number; readonly text: string };

/** The workout of the plan for which a line was written: the week, and its place among the workouts of that week, from 1. */
export type DraftSlot = { readonly week: number; readonly number: number };

/** A week as a draft describes it. What it leaves out is null or absent, and the planner decides. */
export type DraftWeek = {
  /** From 1. */
  readonly number: number;
  readonly distance_m: number | null;
  readonly heading_is_own?: boolean;
  readonly heading?: DraftLine;
  /** By weekday from the first day of the week. Null where the draft names no days. */
  readonly days: readonly DraftDay[] | null;
  readonly phase?: Phase;
  readonly focus?: string;
  readonly notes?: string;
};

export type DraftDay = {
  readonly day: Weekday;
  readonly workout_type: WorkoutType;
  readonly distance_m: number | null;
  readonly duration_s: number | null;
  readonly words: string;
  readonly session?: DraftSession;
  /** The part of the line that cannot be built, and the notes below it; both are for the athlete. */
  readonly unbuilt?: string;
  readonly notes?: string;
  readonly line?: DraftLine;
  /** The workout for which the line was written, and the text of the line without its day and its mark. */
  readonly slot?: DraftSlot;
  readonly content?: string;
  readonly is_own?: boolean;
};

/** The content of a workout as a line prescribes it: "2 × (3 × 400 m) repetitions", "4 km threshold + 5 strides". */
export type DraftSession = {
  readonly parts: readonly DraftPart[];
  /** Null stands for the zone of the workout type. */
  readonly zone: ZoneName | null;
  /** The rest after each repetition; null stands for the usual rest. */
  readonly rest: DraftAmount | null;
  readonly strides: number | null;
  readonly target?: Target;
  readonly warmup?: DraftAmount;
  readonly cooldown?: DraftAmount;
  /** Short sprints after an easy run, uphill or not. */
  readonly sprints?: { readonly times: number; readonly amount: DraftAmount; readonly uphill: boolean };
  readonly faster_each?: DraftAmount | 'third';
};

export type DraftAmount = { readonly distance_m: number } | { readonly duration_s: number };
/** A stretch or a repeat: sets are repeats of repeats, a ladder is several stretches, once or more often. */
export type DraftPart = DraftAmount | { readonly times: number; readonly parts: readonly DraftPart[] };
