import { asPlanned, type OwnWorkout } from '../../../training/plan-copies/own-copy.ts';
import type { WorkoutType } from '../../../training/workout-types.ts';

/** What became of a workout: null before it was added, and after it was removed. */
export type WorkoutChange = {
  readonly user_id: string;
  readonly plan_id: string;
  readonly before: OwnWorkout | null;
  readonly after: OwnWorkout | null;
};

/** A change as shown: common titles, and nothing computed from anybody's paces. */
export type ToldChange = {
  readonly user_id: string;
  readonly plan_id: string;
  readonly workout_id: string;
  readonly title: string;
  readonly workout_type: WorkoutType;
  readonly change: 'moved' | 'edited' | 'added' | 'removed';
  readonly from_date: string | null;
  readonly to_date: string | null;
};

/** Null of what changes nothing. */
export function toldChange({ user_id, plan_id, before, after }: WorkoutChange): ToldChange | null {
  const workout = after ?? before;
  if (workout === null) return null;
  const { id: workout_id, title, workout_type } = asPlanned(workout);
  const [from_date, to_date] = [before?.date ?? null, after?.date ?? null];
  const change = changeOf(from_date, to_date);
  return { user_id, plan_id, workout_id, title, workout_type, change, from_date, to_date };
}

function changeOf(from: string | null, to: string | null): ToldChange['change'] {
  if (from === null) return 'added';
  if (to === null) return 'removed';
  return from === to ? 'edited' : 'moved';
}
