import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { type PageAsked, pageOf } from '../../../shared/page-cursor.ts';
import { requireCoach } from '../../planning/index.ts';
import { noSuchWorkout } from '../errors.ts';
import { findWorkout, findWorkouts, type StoredWorkout, type WorkoutFilter } from './queries.ts';

/** @throws notFound; forbidden; invalidField for the cursor */
export async function readLibrary(
  deps: { readonly db: Database },
  actor: UserActor,
  { filter, page }: { readonly filter: WorkoutFilter; readonly page: PageAsked },
): Promise<{ workouts: StoredWorkout[]; next_cursor: string | null }> {
  const { org_id } = await requireCoach(deps.db, filter.org_id, actor);
  const { rows, next_cursor } = await pageOf(
    page,
    (place) => findWorkouts(deps.db, { ...filter, org_id }, place),
    ({ created_at, id }) => ({ at: created_at, id }),
  );
  return { workouts: rows, next_cursor };
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
