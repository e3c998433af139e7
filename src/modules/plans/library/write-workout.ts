import { isDeepStrictEqual } from 'node:util';
import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import { type Quotas, requireQuota } from '../../../shared/quotas.ts';
import type { Clock } from '../../../shared/time.ts';
import { bytesOfWorkout, type GivenWorkout, readWorkout } from '../../../training/plan-input/read-workout.ts';
import { holdOrganization } from '../../organizations/index.ts';
import { requireCoach, requirePlanner } from '../../planning/index.ts';
import { holdUser } from '../../users/index.ts';
import { noSuchWorkout, requireRead, tooManyWords, tooManyWorkouts } from '../errors.ts';
import {
  deleteWorkoutRow,
  insertWorkout,
  lockWorkout,
  measureLibraryForNow,
  type StoredWorkout,
  updateWorkoutText,
} from './queries.ts';

export type LibraryDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly quotas: Pick<Quotas, 'library_workouts' | 'library_bytes'>;
};

/** @throws notFound; forbidden; featureNotEnabled; validationError for invalid segments or text; tooManyWorkouts; tooManyWords */
export async function createWorkout(
  deps: LibraryDeps,
  actor: UserActor,
  input: GivenWorkout & { readonly org_id: string },
): Promise<StoredWorkout> {
  const { org_id } = await requirePlanner(deps.db, input.org_id, actor);
  const now = deps.clock.now();
  const workout: StoredWorkout = {
    id: newId(),
    org_id,
    ...requireRead(readWorkout(input)),
    created_by: actor.user_id,
    created_at: now,
    updated_at: now,
  };
  await deps.db.transaction(async (tx) => {
    await holdOrganization(tx, org_id);
    if (!(await holdUser(tx, actor.user_id))) throw unauthenticated();
    const { count, bytes } = await measureLibraryForNow(tx, org_id);
    requireQuota(tooManyWorkouts, { used: count, limit: deps.quotas.library_workouts });
    const more = bytesOfWorkout(workout);
    requireQuota(tooManyWords, { used: bytes, more, limit: deps.quotas.library_bytes });
    await insertWorkout(tx, workout);
  });
  return workout;
}

/**
 * Changes the given members of a workout. Plans that contain the workout keep their version of it.
 *
 * @throws notFound; forbidden; featureNotEnabled; noSuchWorkout; validationError for invalid segments or text; tooManyWords
 */
export async function updateWorkout(
  deps: LibraryDeps,
  actor: UserActor,
  { workout_id, ...input }: { readonly org_id: string; readonly workout_id: string },
  changes: Partial<GivenWorkout>,
): Promise<StoredWorkout> {
  const { org_id } = await requirePlanner(deps.db, input.org_id, actor);
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    await holdOrganization(tx, org_id);
    const current = await lockWorkout(tx, { org_id, workout_id });
    if (current === null) throw noSuchWorkout();
    if (Object.values(changes).every((value) => value === undefined)) return current;
    const told = changes.text === undefined ? {} : { segments: undefined };
    const text = requireRead(readWorkout({ ...current, ...told, ...changes }));
    if (isDeepStrictEqual(readWorkout(current), text)) return current;
    const growth = bytesOfWorkout(text) - bytesOfWorkout(current);
    if (growth > 0) {
      const { bytes } = await measureLibraryForNow(tx, org_id);
      requireQuota(tooManyWords, { used: bytes, more: growth, limit: deps.quotas.library_bytes });
    }
    await updateWorkoutText(tx, { org_id, workout_id, ...text, updated_at: now });
    return { ...current, ...text, updated_at: now };
  });
}

/**
 * Removes a workout from the library. Plans that contain it keep it.
 *
 * @throws notFound; forbidden; noSuchWorkout, also for the second of two concurrent requests
 */
export async function deleteWorkout(
  deps: LibraryDeps,
  actor: UserActor,
  { workout_id, ...input }: { readonly org_id: string; readonly workout_id: string },
): Promise<void> {
  const { org_id } = await requireCoach(deps.db, input.org_id, actor);
  await deps.db.transaction(async (tx) => {
    await holdOrganization(tx, org_id);
    if (!(await deleteWorkoutRow(tx, { org_id, workout_id }))) throw noSuchWorkout();
  });
}
