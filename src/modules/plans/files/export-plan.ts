import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { WatchWorkout } from '../../../infra/plan-files/write-fit-workout.ts';
import { writePlanCalendar } from '../../../infra/plan-files/write-plan-calendar.ts';
import { unauthenticated } from '../../../shared/errors.ts';
import type { Clock } from '../../../shared/time.ts';
import { findActiveUser } from '../../users/index.ts';
import { noSuchPlan, noSuchPlannedWorkout } from '../errors.ts';
import { readWorkout } from '../library/read-library.ts';
import { findOwnPlan, type PlanToExport } from '../queries.ts';
import { readPlan } from '../saved/read-plans.ts';

type Deps = { readonly db: Database; readonly clock: Clock };

export type ExportedFile = { readonly file_name: string; readonly bytes: Uint8Array };

type OwnPlanId = { readonly plan_id: string };
type SavedPlanId = { readonly org_id: string; readonly plan_id: string };
type WorkoutId = { readonly workout_id: string };

/** @throws noSuchPlan */
export async function exportOwnCalendar(
  deps: Deps,
  actor: UserActor,
  input: OwnPlanId,
): Promise<ExportedFile> {
  return calendarFile(await ownPlan(deps, actor, input), await unitsOf(deps.db, actor));
}

/** @throws noSuchPlan; noSuchPlannedWorkout */
export async function exportOwnWorkout(
  deps: Deps,
  actor: UserActor,
  input: OwnPlanId & WorkoutId,
): Promise<ExportedFile> {
  return await workoutFile(deps, workoutOf(await ownPlan(deps, actor, input), input.workout_id));
}

/** @throws notFound; forbidden; noSuchPlan */
export async function exportSavedCalendar(
  deps: Deps,
  actor: UserActor,
  input: SavedPlanId,
): Promise<ExportedFile> {
  return calendarFile(await readPlan(deps, actor, input), await unitsOf(deps.db, actor));
}

/** @throws notFound; forbidden; noSuchPlan; noSuchPlannedWorkout */
export async function exportSavedWorkout(
  deps: Deps,
  actor: UserActor,
  input: SavedPlanId & WorkoutId,
): Promise<ExportedFile> {
  return await workoutFile(deps, workoutOf(await readPlan(deps, actor, input), input.workout_id));
}

/** @throws notFound; forbidden; noSuchWorkout */
export async function exportLibraryWorkout(
  deps: Deps,
  actor: UserActor,
  input: WorkoutId & { readonly org_id: string },
): Promise<ExportedFile> {
  return await workoutFile(deps, await readWorkout(deps, actor, input));
}

async function ownPlan(deps: Deps, actor: UserActor, { plan_id }: OwnPlanId): Promise<PlanToExport> {
  const plan = await findOwnPlan(deps.db, { user_id: actor.user_id, plan_id });
  if (plan === null) throw noSuchPlan();
  return plan;
}

function workoutOf({ workouts }: Pick<PlanToExport, 'workouts'>, workout_id: string): WatchWorkout {
  const workout = workouts.find(({ id }) => id === workout_id);
  if (workout === undefined) throw noSuchPlannedWorkout();
  return workout;
}

type UnitSystem = 'metric' | 'imperial';

async function unitsOf(db: Database, { user_id }: UserActor): Promise<UnitSystem> {
  const user = await findActiveUser(db, user_id);
  if (user === null) throw unauthenticated();
  return user.preferences.unit_system;
}

function calendarFile(plan: PlanToExport, unit_system: UnitSystem): ExportedFile {
  const text = writePlanCalendar({ ...plan, language: plan.language ?? 'en', unit_system });
  return { file_name: `${plan.title}.ics`, bytes: Buffer.from(text) };
}

/** The encoder is loaded on its first use: it and its profile are megabytes, which few servers need. */
async function workoutFile({ clock }: Pick<Deps, 'clock'>, workout: WatchWorkout): Promise<ExportedFile> {
  const { writeFitWorkout } = await import('../../../infra/plan-files/write-fit-workout.ts');
  return { file_name: `${workout.title}.fit`, bytes: writeFitWorkout(workout, clock.now()) };
}
