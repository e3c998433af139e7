import type { UserActor } from '../../../http/actor.ts';
import { type WriteKey, writeOnce } from '../../../infra/idempotency/write-once.ts';
import { mondayOfDay } from '../../../shared/calendar.ts';
import { calendarDay } from '../../../shared/time.ts';
import { findAthlete, holdOrganization } from '../../organizations/index.ts';
import { noSuchPlannedWorkout } from '../../plans/index.ts';
import { readOwnCalendar } from '../athlete-calendar/read-calendar.ts';
import { changeRefused } from '../errors.ts';
import { lockWorkout, requirePlaced } from './edit-workout.ts';
import { type ActionDeps, keepAction, readOutcome } from './keep-action.ts';
import { placeWorkouts } from './place-workouts.ts';
import { findGiver } from './queries.ts';

/**
 * Moves a workout of the caller's plan within its week (Monday to Sunday), from today on. It is logged for coaches.
 * @throws unauthenticated; noSuchPlannedWorkout; changeRefused
 */
export async function moveOwnWorkout(
  deps: ActionDeps,
  actor: UserActor,
  {
    plan_id,
    workout_id,
    date,
    write_key,
  }: {
    readonly plan_id: string;
    readonly workout_id: string;
    readonly date: string;
    readonly write_key: WriteKey | undefined;
  },
): Promise<{ readonly undo_token: string | null }> {
  const { user_id } = actor;
  const now = deps.clock.now();
  const { today } = await readOwnCalendar(deps, actor, { from: undefined, to: undefined });
  const { days } = await readOwnCalendar(deps, actor, { from: today, to: today });
  const done = new Set(
    days
      .flatMap(({ workouts }) => workouts)
      .filter(({ compliance: { status } }) => status === 'done' || status === 'partly')
      .map(({ workout }) => String(workout.id)),
  );
  const org_id = await findGiver(deps.db, { user_id, plan_id });
  if (org_id === null) throw noSuchPlannedWorkout();
  let fresh: string | undefined;
  const { action_id } = await writeOnce(deps, write_key, async (tx) => {
    await holdOrganization(tx, org_id, noSuchPlannedWorkout);
    const athlete = await findAthlete(tx, { org_id, user_id });
    if (athlete === null) throw noSuchPlannedWorkout();
    const { copy, workout } = await lockWorkout(tx, { org_id, user_id, plan_id, workout_id });
    if (mondayOfDay(date) !== mondayOfDay(workout.date))
      throw changeRefused({
        message: 'The day is in another week. Choose one from Monday to Sunday of its own.',
      });
    const wish = { copy, before: workout, made: workout, to: date };
    const rules = { today: calendarDay(now, athlete.timezone ?? 'UTC'), done, takes_races: false };
    const { changes } = requirePlaced(placeWorkouts([wish], { ...rules, conflict: 'skip' }));
    const names = new Map([[user_id, { name: athlete.display_name }]]);
    const about = { org_id, actor, action: 'own_move', names, write_key, now };
    const kept = await keepAction(tx, deps, about, { copies: [copy], changes, refused: [] });
    fresh = kept.undo_token;
    return { action_id: kept.action_id };
  });
  return await readOutcome(deps.db, { org_id, action_id, write_key }, fresh);
}
