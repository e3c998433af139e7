import type { Queryable } from '../../infra/db/database.ts';
import { isPlannedRace } from '../../training/race-events.ts';
import { isRunning, type SportType } from '../../training/sport.ts';

export type Race = { readonly date: string; readonly distance_m: number };

/** Looks up the races of people's plans in ranges of days, the last one among them. */
export type FindRaceDays = (
  db: Queryable,
  ranges: readonly { readonly user_id: string; readonly from: string; readonly until: string }[],
) => Promise<readonly (Race & { readonly user_id: string })[]>;

type Raceable = {
  readonly sport_type: SportType;
  readonly distance_m: number | null;
  readonly is_race: boolean;
};

/**
 * The same, with each run marked as a race that can be the one that was planned for its day. Where one of that day is marked already,
 * that is it.
 *
 * @param dateOf the day of a workout where its athlete was
 */
export function markRaces<T extends Raceable>(
  workouts: readonly T[],
  races: readonly Race[],
  dateOf: (workout: T) => string | null,
): readonly T[] {
  if (races.length === 0) return workouts;
  const runs = workouts.filter(({ sport_type }) => isRunning(sport_type));
  const found = races.flatMap(({ date, distance_m }) => {
    const own = runs.filter((run) => dateOf(run) === date);
    const isMarked = own.some(({ is_race }) => is_race);
    return isMarked ? [] : own.filter((run) => isPlannedRace(run.distance_m, distance_m)).slice(0, 1);
  });
  return workouts.map((workout) => (found.includes(workout) ? { ...workout, is_race: true } : workout));
}
