import type { PlannedWorkout, PlanWeek } from './plan.ts';

export type WeekMeta = Pick<PlanWeek, 'phase' | 'focus' | 'text_source' | 'notes'>;

type Sums = Omit<PlanWeek, keyof WeekMeta>;

export function sumsOfWeek(workouts: readonly PlannedWorkout[]): Sums {
  const metres = (some: readonly PlannedWorkout[]) =>
    some.reduce((sum, { distance_m }) => sum + distance_m, 0);
  const total_distance_m = metres(workouts);
  const race_distance_m = metres(workouts.filter(({ workout_type }) => workout_type === 'race'));
  return {
    total_distance_m,
    training_distance_m: total_distance_m - race_distance_m,
    race_distance_m,
    total_duration_s: workouts.reduce((sum, { duration_s }) => sum + duration_s, 0),
    workout_count: workouts.length,
  };
}

/**
 * The week totals of workouts whose own sums are right. Every week of `weeks` is included, even without workouts; races count towards
 * time, distance and number like all workouts.
 */
export function weeklyInfoOf(
  workouts: readonly PlannedWorkout[],
  weeks: Readonly<Record<string, WeekMeta>>,
): Record<string, PlanWeek> {
  const info: Record<string, PlanWeek> = {};
  const byWeek = Map.groupBy(workouts, ({ week_number }) => String(week_number));
  for (const [number, { phase, focus, text_source, notes }] of Object.entries(weeks)) {
    info[number] = {
      phase,
      focus,
      ...(text_source === undefined ? {} : { text_source }),
      ...(notes === undefined ? {} : { notes }),
      ...sumsOfWeek(byWeek.get(number) ?? []),
    };
  }
  return info;
}
