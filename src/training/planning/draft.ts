import type { Weekday } from '../../shared/calendar.ts';
import type { WorkoutType } from '../workout-types.ts';

/** A week as a draft says it. What it does not say is null, and then whoever plans decides. */
export type DraftWeek = {
  /** From 1. */
  readonly number: number;
  readonly distance_m: number | null;
  /** By weekday from the first day of the week. Null: the draft names no days. */
  readonly days: readonly DraftDay[] | null;
};

export type DraftDay = {
  readonly day: Weekday;
  readonly workout_type: WorkoutType;
  readonly distance_m: number | null;
  readonly duration_s: number | null;
  /** What else the line says. */
  readonly words: string;
};
