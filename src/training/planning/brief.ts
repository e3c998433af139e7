import type { Weekday } from '../../shared/calendar.ts';
import type { Constraints } from './constraints.ts';
import type { Runner } from './paces.ts';

/** The races from the shortest to the longest. */
export const GOAL_RACES = ['5k', '10k', 'half_marathon', 'marathon', '50k', '100k'] as const;
export type GoalRace = (typeof GOAL_RACES)[number];
export const GOAL_EVENTS = [...GOAL_RACES, 'general'] as const;
export type GoalEvent = (typeof GOAL_EVENTS)[number];

export const EVENT_DISTANCE_M: Readonly<Record<GoalRace, number>> = {
  '5k': 5_000,
  '10k': 10_000,
  half_marathon: 21_097.5,
  marathon: 42_195,
  '50k': 50_000,
  '100k': 100_000,
};

export type Goal = {
  readonly event: GoalEvent;
  /** May lie after the last day of the plan, which then leads towards the race, but never before the first. */
  readonly race_date: string | null;
  readonly target_time_s: number | null;
};

export type RunningHistory = {
  /** Metres of running in each of the last eight weeks of seven days, the oldest first. */
  readonly weekly_distance_m: readonly number[];
  /** Metres of the longest run of those weeks. */
  readonly longest_run_m: number;
};

export type PlanNumbers = {
  readonly weeks: number;
  /** First day of week 1. */
  readonly start_date: string;
  readonly goal: Goal;
  /** The training days, each with one workout; in the order of the week, at least one. The race may be on another day. */
  readonly workout_days: readonly Weekday[];
  readonly runner: Runner;
  /** Null where nothing is known; then the level decides. */
  readonly history: RunningHistory | null;
  readonly constraints: Constraints;
};
