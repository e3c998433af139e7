import type { Weekday } from '../../shared/calendar.ts';
import type { WorkoutType } from '../workout-types.ts';
import type { Phase } from './plan.ts';
import type { ZoneName } from './zone-names.ts';

/** A week as a draft says it. What it does not say is null or absent, and then whoever plans decides. */
export type DraftWeek = {
  /** From 1. */
  readonly number: number;
  readonly distance_m: number | null;
  /** By weekday from the first day of the week. Null: the draft names no days. */
  readonly days: readonly DraftDay[] | null;
  /** A label and a line of words: neither changes what is safe. */
  readonly phase?: Phase;
  readonly focus?: string;
};

export type DraftDay = {
  readonly day: Weekday;
  readonly workout_type: WorkoutType;
  readonly distance_m: number | null;
  readonly duration_s: number | null;
  /** What else the line says. */
  readonly words: string;
  /** What of that prescribes a session. */
  readonly session?: DraftSession;
};

/** The main part of a workout as a line prescribes it: "2 × (3 × 400 m) repetitions", "4 km threshold + 5 strides". */
export type DraftSession = {
  /** In order; empty where the line names strides alone. */
  readonly parts: readonly DraftPart[];
  /** Null: that of the kind of workout. */
  readonly zone: ZoneName | null;
  /** After each repetition; null: what is usual. */
  readonly rest: DraftAmount | null;
  readonly strides: number | null;
};

export type DraftAmount = { readonly distance_m: number } | { readonly duration_s: number };
/** A stretch, or what is repeated: sets are repeats of repeats, a ladder several stretches, once or more often. */
export type DraftPart = DraftAmount | { readonly times: number; readonly parts: readonly DraftPart[] };
