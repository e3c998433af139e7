import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { noSuchWorkout } from '../errors.ts';
import { requireCoach } from '../require-planner.ts';
import type { StoredWorkout } from './library-workout.ts';
import { findWorkout, findWorkouts, type WorkoutFilter } from './queries.ts';

/** A page of the library, and how many workouts fit the filter in all. */
export async function readLibrary(
  deps: { readonly db: Database },
  actor: UserActor,
  page: WorkoutFilter & { readonly limit: number; readonly offset: number },
): Promise<{ workouts: StoredWorkout[]; count: number }> {
  const { org_id } = await requireCoach(deps.db, page.org_id, actor);
  return await findWorkouts(deps.db, { ...page, org_id });
}

/** @throws notFound; forbidden; noSuchWorkout */
export async function readWorkout(
  deps: { readonly db: Database },
  actor: UserActor,
  { workout_id, ...input }: { readonly org_id: string; readonly workout_id: string },
): Promise<StoredWorkout> {
  const { org_id } = await requireCoach(deps.db, input.org_id, actor);
  const workout = await findWorkout(deps.db, { org_id, workout_id });
  if (workout === null) throw noSuchWorkout();
  return workout;
}
