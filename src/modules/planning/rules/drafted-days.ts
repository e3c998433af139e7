import { addDays, weekdayOf } from '../../../shared/calendar.ts';
import type { DraftDay, DraftWeek } from '../../../training/planning/draft.ts';
import { HARD_TYPES } from '../../../training/planning/limits.ts';
import type { PlannedWorkout } from '../../../training/planning/plan.ts';
import type { SkeletonWeek } from '../../../training/planning/skeleton.ts';
import { roundDown } from '../../../training/planning/weekly-volumes.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';
import { isSameLine } from '../draft/same-line.ts';
import { draftedWorkout } from './drafted-workout.ts';
import type { FilledDay } from './filling.ts';
import type { BuiltWeek, WeekBuilder } from './week-builder.ts';

/** A week as a coach edited it, and what the rules had in it before. */
export type WeekToHonour = {
  readonly drafted: DraftWeek;
  readonly skeleton: SkeletonWeek;
  readonly before: BuiltWeek;
};

/** A day as its line says it; edited where it says anything else than the rules had there. */
export type DraftedDay = FilledDay & { readonly edited: boolean };

/** Each day of the draft, exactly as its line has it: those that were not edited are what they were. */
export function draftedDays(
  builder: WeekBuilder,
  { drafted, skeleton, before }: WeekToHonour,
  days: readonly DraftDay[],
): DraftedDay[] {
  const { brief, kit } = builder;
  const first = addDays(brief.start_date, (skeleton.number - 1) * 7);
  const volume_m = Math.min(skeleton.volume_m, drafted.distance_m ?? skeleton.volume_m);
  const week = { ...skeleton, volume_m };
  return Array.from({ length: 7 }, (_, index) => addDays(first, index)).flatMap((date): DraftedDay[] => {
    const day = days.find((one) => one.day === weekdayOf(date));
    if (day === undefined) return [];
    const kept = before.workouts.find((workout) => workout.date === date);
    const role = skeleton.days.find((one) => one.date === date)?.role ?? 'easy';
    const base = { date, day: day.day, role, workout_type: day.workout_type, key: '' };
    if (kept !== undefined && isSameLine(day, kept, brief.unit_system))
      return [{ ...base, segments: kept.segments, kept, edited: false }];
    const usual_m =
      kept !== undefined && kept.distance_m > 0 ? kept.distance_m : usualMetres(before.workouts);
    const segments = draftedWorkout(day, { brief, kit, week, date, usual_m });
    return [{ ...base, segments, edited: true }];
  });
}

export function isSession(type: WorkoutType): boolean {
  return HARD_TYPES.has(type) && type !== 'race';
}

/** Metres of running without races. */
export function volumeOf(workouts: readonly PlannedWorkout[]): number {
  return workouts
    .filter(({ workout_type }) => workout_type !== 'race')
    .reduce((sum, { distance_m }) => sum + distance_m, 0);
}

/** What a run of the week has on average. */
function usualMetres(workouts: readonly PlannedWorkout[]): number {
  const runs = workouts.filter(({ workout_type, distance_m }) => workout_type !== 'race' && distance_m > 0);
  return roundDown(volumeOf(runs) / Math.max(1, runs.length), 500) || 3_000;
}
