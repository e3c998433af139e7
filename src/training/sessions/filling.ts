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
  /** Metres of the week's running and of its long run, in multiples of `step`. */
  readonly volume_m: number;
  readonly long_m: number;
  /** The most metres of any run. */
  readonly longest_m: number;
  readonly step: number;
  readonly planned: WeekSessions;
  /** The step of the way from run-walk to running; null where the runs have no walking. */
  readonly run_walk: number | null;
  readonly days: Map<string, FilledDay>;
};

/** Minutes of the longest run of a week without a long one, where its metres have no room otherwise. */
export const MOST_WITHOUT_LONG_AT_ALL_MIN = { beginner: 70, intermediate: 72, advanced: 74 };
/** A run below these minutes is left out where other runs can take its metres. */
const LEAST_RUN_MIN = { beginner: 15.5, intermediate: 12, advanced: 12 };
/** Below these minutes beginners run and walk. */
const MINUTES_OF_BEGINNERS = 15.1;
/** The last step of the way from run-walk to running, with the longest running. */
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

/** The days of the week for running that have no workout yet. */
export function daysToRun({ week, days }: Filling): SkeletonDay[] {
  return week.days.filter(({ role, date }) => role !== 'cross' && role !== 'race' && !days.has(date));
}

export function isShortOfBeginner(builder: SegmentBuilder, distance_m: number): boolean {
  return distance_m * builder.secondsAMetre('easy') < MINUTES_OF_BEGINNERS * 60;
}

export function leastRun(builder: SegmentBuilder): number {
  return Math.max(1_000, (7 * 60) / builder.secondsAMetre('easy'));
}

/** Metres of the shortest worthwhile run, in whole steps. */
export function leastOf(filling: Filling): number {
  return Math.ceil(minutesOf(filling, LEAST_RUN_MIN) / filling.step) * filling.step;
}

/** The most metres of a run on a day that allows no long run. */
export function mostOfShort(filling: Filling, { limits, run_m, part }: SkeletonDay): number {
  if (limits.long) return Number.POSITIVE_INFINITY;
  return Math.max(minutesOf(filling, MOST_WITHOUT_LONG_AT_ALL_MIN), part > 0 ? run_m : 0);
}

/** The metres of this many minutes of easy running. */
export function minutesOf(
  { builder, level }: Filling,
  minutes: Readonly<Record<ExperienceLevel, number>>,
): number {
  return (minutes[level] * 60) / builder.secondsAMetre('easy');
}
