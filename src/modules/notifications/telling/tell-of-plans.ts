import type { Database } from '../../../infra/db/database.ts';
import { calendarDay } from '../../../shared/time.ts';
import type { PlansAssigned } from '../../plans/index.ts';
import { holdCentres } from '../centre/queries.ts';
import { type TellDeps, tellEach } from '../centre/tell.ts';
import { planAssigned } from './plan-assigned.ts';

/** Tells athletes that they have a plan, each of their own copy of it. */
export async function tellOfPlans(deps: TellDeps & { db: Database }, event: PlansAssigned): Promise<void> {
  const { assigned } = event;
  const today = calendarDay(deps.clock.now(), 'UTC');
  await deps.db.transaction(async (tx) => {
    await holdCentres(
      tx,
      assigned.map(({ user_id }) => user_id),
    );
    const said = assigned.map(({ user_id, plan_id }) => ({
      user_id,
      announcement: planAssigned(event, { plan_id, today }),
    }));
    await tellEach(deps, tx, 'plan_assigned', said);
  });
}
