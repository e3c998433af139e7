import type { UserActor } from '../../../http/actor.ts';
import { type Database, SNAPSHOT } from '../../../infra/db/database.ts';
import { DEFAULT_PRIVACY } from '../../../privacy/index.ts';
import { addDays } from '../../../shared/calendar.ts';
import type { Clock } from '../../../shared/time.ts';
import { type OfferedMove, offerMoves } from '../../../training/availability/offer-moves.ts';
import { asPlanned, type OwnWorkout } from '../../../training/plan-copies/own-copy.ts';
import { findTold } from '../../availability/index.ts';
import { noSuchPlan } from '../../plans/index.ts';
import { todayOf } from '../../users/index.ts';
import { findPlansOfDays } from '../athlete-calendar/queries.ts';
import { findDaysOfPlan } from './queries.ts';

export type ConflictDeps = { readonly db: Database; readonly clock: Clock };

/** Plans that somebody has at once: more is nobody's. */
const MAX_PLANS = 50;

/**
 * Workouts of an own plan from today on that conflict with reported days, each with a possible new day. Nothing is moved
 * automatically.
 * @throws noSuchPlan
 */
export async function readOwnConflicts(
  { db, clock }: ConflictDeps,
  { user_id }: UserActor,
  { plan_id }: { readonly plan_id: string },
): Promise<OfferedMove<OwnWorkout>[]> {
  return await db.transaction(async (tx) => {
    const days = await findDaysOfPlan(tx, { user_id, plan_id });
    if (days === null) throw noSuchPlan();
    const today = await todayOf(tx, { user_id, now: clock.now() });
    const { start_date, end_date } = days;
    if (end_date < today) return [];
    // A hard day just outside the plan also keeps others apart.
    const [from, to] = [addDays(start_date, -1), addDays(end_date, 1)];
    const plans = await findPlansOfDays(tx, { user_id, org_id: null, from, to, today, limit: MAX_PLANS });
    const plan = plans.find(({ id }) => id === plan_id);
    if (plan === undefined) return [];
    const others = plans.filter(({ id }) => id !== plan_id);
    const own = { settings: DEFAULT_PRIVACY, audience: 'self' } as const;
    const told = await findTold(tx, { user_id, ...own, from, to });
    const workouts = plan.workouts.map((workout) => ({ ...workout, segments: asPlanned(workout).segments }));
    return offerMoves(
      { start_date, workouts },
      { beside: others.flatMap((other) => other.workouts), told, today },
    );
  }, SNAPSHOT);
}
