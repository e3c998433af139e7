import type { PlanBrief } from '../plan-request/plan-brief.ts';
import type { ExperienceLevel, PlannedWorkout, Segment } from '../planning/plan.ts';
import type { PlanRace } from '../planning/race-of-plan.ts';
import type { PlacedDay, SkeletonDay, SkeletonWeek } from '../planning/skeleton.ts';
import type { WorkoutType } from '../workout-types.ts';
import type { WeekSessions } from './plan-sessions.ts';
import type { SegmentBuilder } from './segment-builder.ts';

export type FilledDay = PlacedDay & {
  readonly workout_type: WorkoutType;
  readonly segments: readonly Segment[];
  readonly kept?: PlannedWorkout;
};

export type Filling = {
  readonly brief: PlanBrief;
  readonly builder: SegmentBuilder;
  readonly week: SkeletonWeek;
  readonly races: readonly PlanRace[];
  readonly level: ExperienceLevel;
  /** Metres of its running and of its long run, in steps of so many. */
  readonly volume_m: number;
  readonly long_m: number;
  /** And of any run. */
  readonly longest_m: number;
  readonly step: number;
  readonly planned: WeekSessions;
  /** Runs are run and walked in turn, at this step of the way to running throughout; null where they are run. */
  readonly run_walk: number | null;
  readonly days: Map<string, FilledDay>;
};

/** Minutes of the longest run of a week without a long one whose metres have no room otherwise. */
export const MOST_WITHOUT_LONG_AT_ALL_MIN = { beginner: 70, intermediate: 72, advanced: 74 };
/** Below so many minutes a run is left out where there are others to run its metres. */
const LEAST_RUN_MIN = { beginner: 15.5, intermediate: 12, advanced: 12 };
/** Beginners walk between where they would run for less than this. */
const MINUTES_OF_BEGINNERS = 15.1;
/** The step of the way to running throughout that has the most of it. */
export const LAST_RUN_WALK = 3;

export function put(
  { days }: Filling,
  { date, day, role }: SkeletonDay,
  workout_type: WorkoutType,
  segments: readonly Segment[],
): void {
  days.set(date, { date, day, role, workout_type, segments });
}

/** Metres of the week that no day has yet. */
export function metresLeft({ builder, volume_m, days }: Filling): number {
  const runs = [...days.values()].filter(({ workout_type }) => workout_type !== 'race');
  return volume_m - runs.reduce((sum, { segments }) => sum + builder.measure(segments).distance_m, 0);
}

/** Days of the week that are run on and have no workout yet. */
export function daysToRun({ week, days }: Filling): SkeletonDay[] {
  return week.days.filter(({ role, date }) => role !== 'cross' && role !== 'race' && !days.has(date));
}

export function isShortOfBeginner(builder: SegmentBuilder, distance_m: number): boolean {
  return distance_m * builder.secondsAMetre('easy') < MINUTES_OF_BEGINNERS * 60;
}

export function leastRun(builder: SegmentBuilder): number {
  return Math.max(1_000, (7 * 60) / builder.secondsAMetre('easy'));
}

/** Metres of the shortest run that is worth going out for, in whole steps. */
export function leastOf(filling: Filling): number {
  return Math.ceil(minutesOf(filling, LEAST_RUN_MIN) / filling.step) * filling.step;
}

/** Metres of a run on a day that may have no long one. */
export function mostOfShort(filling: Filling, { limits, run_m, part }: SkeletonDay): number {
  if (limits.long) return Number.POSITIVE_INFINITY;
  return Math.max(minutesOf(filling, MOST_WITHOUT_LONG_AT_ALL_MIN), part > 0 ? run_m : 0);
}

/** Metres of so many minutes of easy running. */
export function minutesOf(
  { builder, level }: Filling,
  minutes: Readonly<Record<ExperienceLevel, number>>,
): number {
  return (minutes[level] * 60) / builder.secondsAMetre('easy');
}
