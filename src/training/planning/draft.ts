import type { Weekday } from '../../shared/calendar.ts';
import type { WorkoutType } from '../workout-types.ts';
import type { Phase, Target } from './plan.ts';
import type { ZoneName } from './zone-names.ts';

/** A line of a draft: where it stands, from 1, and what it says. */
export type DraftLine = { readonly number: number; readonly text: string };

/** Which session of the plan that a draft was written from: the week, and its place among the sessions of that week, from 1. */
export type DraftSlot = { readonly week: number; readonly number: number };

/** A week as a draft says it. What it does not say is null or absent, and then whoever plans decides. */
export type DraftWeek = {
  /** From 1. */
  readonly number: number;
  readonly distance_m: number | null;
  readonly heading_is_own?: boolean;
  readonly heading?: DraftLine;
  /** By weekday from the first day of the week. Null: the draft names no days. */
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
  /** What of the line can not be built, and what stands below it: for the athlete. */
  readonly unbuilt?: string;
  readonly notes?: string;
  readonly line?: DraftLine;
  /** The session that the line was written for, and what the line says without its day and its mark. */
  readonly slot?: DraftSlot;
  readonly content?: string;
  readonly is_own?: boolean;
};

/** What a workout consists of as a line prescribes it: "2 × (3 × 400 m) repetitions", "4 km threshold + 5 strides". */
export type DraftSession = {
  readonly parts: readonly DraftPart[];
  /** Null: that of the kind of workout. */
  readonly zone: ZoneName | null;
  /** After each repetition; null: what is usual. */
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
/** A stretch, or what is repeated: sets are repeats of repeats, a ladder several stretches, once or more often. */
export type DraftPart = DraftAmount | { readonly times: number; readonly parts: readonly DraftPart[] };
