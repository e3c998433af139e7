import type { ExperienceLevel, PlannedWorkout, Segment } from '../../../training/planning/plan.ts';
import type { PlanRace } from '../../../training/planning/race-of-plan.ts';
import type { SkeletonDay, SkeletonWeek } from '../../../training/planning/skeleton.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import type { PlanBrief } from '../engine/engine.ts';
import type { Kit } from './kit.ts';

/** A workout before it has words, sums and an id. */
export type FilledDay = SkeletonDay & {
  readonly workout_type: WorkoutType;
  readonly segments: readonly Segment[];
  /** Of its recipe; empty where there is none. */
  readonly key: string;
  /** What it was already, with words, sums and id. */
  readonly kept?: PlannedWorkout;
};

/** How much of what the skeleton has the week may be filled with. */
export type Measure = {
  /** Metres of its running, and of its longest run. */
  readonly volume_m: number;
  readonly longest_m: number;
  /** From 0 to 1: of the room for what is hard. At 0 hard days are easy ones. */
  readonly hard: number;
  /** Whether the metres are somebody's wish, to the hundred. */
  readonly exactly: boolean;
};

/** A week on the way to being full. */
export type Filling = {
  readonly brief: PlanBrief;
  readonly kit: Kit;
  readonly week: SkeletonWeek;
  readonly race: PlanRace | null;
  readonly level: ExperienceLevel;
  /** Metres of its running and of its long run, in steps of so many. */
  readonly volume_m: number;
  readonly long_m: number;
  readonly step: number;
  readonly hard: number;
  /** Keys of the sessions of the weeks before. */
  readonly lately: readonly string[];
  readonly days: Map<string, FilledDay>;
};

/** Hard running that is planned in the smallest week; the limit is ten minutes. */
const LEAST_HARD_S = 8.5 * 60;
/** Time at marathon pace and faster that weeks are planned with; the limit is 0.2 of all running. */
export const HARD_SHARE = 0.175;

export function put(
  { days }: Filling,
  day: SkeletonDay,
  workout_type: WorkoutType,
  segments: readonly Segment[],
  key = '',
): void {
  days.set(day.date, { ...day, workout_type, segments, key });
}

/** Seconds of hard running that the week still has room for. */
export function hardSecondsLeft({ kit, volume_m, days }: Filling): number {
  const all = Math.max(LEAST_HARD_S, HARD_SHARE * volume_m * kit.secondsAMetre('easy'));
  const runs = [...days.values()].filter(({ workout_type }) => workout_type !== 'race');
  return all - runs.reduce((sum, { segments }) => sum + kit.hardSeconds(segments), 0);
}

/** Metres of the week that no day has yet. */
export function metresLeft({ kit, volume_m, days }: Filling): number {
  const runs = [...days.values()].filter(({ workout_type }) => workout_type !== 'race');
  return volume_m - runs.reduce((sum, { segments }) => sum + kit.measure(segments).distance_m, 0);
}

/** Days of the week that are run on and have no workout yet. */
export function daysToRun({ week, days }: Filling): SkeletonDay[] {
  return week.days.filter(({ role, date }) => role !== 'cross' && role !== 'race' && !days.has(date));
}
