import { isRunning, type SportType } from '../sport.ts';
import type { WorkoutType } from '../workout-types.ts';
import { HARD_TYPES } from './limits.ts';

type Planned = {
  readonly workout_type: WorkoutType;
  readonly distance_m: number;
  readonly share: number | null;
};

export const isKey = ({ workout_type }: Pick<Planned, 'workout_type'>): boolean =>
  HARD_TYPES.has(workout_type) || workout_type === 'long-run';

/** The runs whose distance is known. */
export const runsOf = <Run extends { readonly sport_type: SportType; readonly distance_m: number | null }>(
  done: readonly Run[],
): Run[] => done.filter(({ sport_type, distance_m }) => isRunning(sport_type) && distance_m !== null);

export const distanceOf = (parts: readonly { readonly distance_m: number | null }[]): number =>
  Math.round(parts.reduce((all, { distance_m }) => all + (distance_m ?? 0), 0));

/** The metres of the workouts that are run; null where there are none. */
export function plannedDistanceOf(
  workouts: readonly Pick<Planned, 'workout_type' | 'distance_m'>[],
): number | null {
  const to_run = workouts.filter(({ workout_type }) => workout_type !== 'cross-training');
  return to_run.length === 0 ? null : distanceOf(to_run);
}

/**
 * A day of the week strip, which has one entry whatever is planned. Its kind and share are those of the hard or long workout where there
 * is one.
 *
 * @param runs as `runsOf` finds them
 */
export function stripOf(
  workouts: readonly Planned[],
  runs: readonly { readonly distance_m: number | null }[],
  shows_sums: boolean,
) {
  const main = workouts.find(isKey) ?? workouts[0];
  return {
    kind: main?.workout_type ?? null,
    share: main?.share ?? null,
    planned_distance_m: shows_sums ? plannedDistanceOf(workouts) : null,
    done_distance_m: runs.length > 0 ? distanceOf(runs) : null,
  };
}
