import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { type PageAsked, pageOf } from '../../../shared/page-cursor.ts';
import { requireCoach } from '../../planning/index.ts';
import { noSuchPlan } from '../errors.ts';
import { findFirstFollowers } from './assignment-queries.ts';
import { findPlans, findSavedPlan } from './queries.ts';
import {
  type Follower,
  MAX_NAMED_FOLLOWERS,
  type PlanId,
  type SavedPlan,
  type SavedPlanSummary,
} from './saved-plan.ts';

/** @throws notFound; forbidden; invalidField for the cursor */
export async function readPlans(
  deps: { readonly db: Database },
  actor: UserActor,
  { org_id: asked, ...page }: PageAsked & { readonly org_id: string },
): Promise<{
  plans: (SavedPlanSummary & { readonly athletes: readonly Follower[] })[];
  next_cursor: string | null;
}> {
  const { org_id } = await requireCoach(deps.db, asked, actor);
  const { rows, next_cursor } = await pageOf(
    page,
    (place) => findPlans(deps.db, { org_id, ...place }),
    ({ created_at, id }) => ({ at: created_at, id }),
  );
  const plan_ids = rows.map(({ id }) => id);
  const followers = await findFirstFollowers(deps.db, { org_id, plan_ids, each: MAX_NAMED_FOLLOWERS });
  const plans = rows.map((plan) => ({ ...plan, athletes: followers.get(plan.id) ?? [] }));
  return { plans, next_cursor };
}

/** @throws notFound; forbidden; noSuchPlan */
export async function readPlan(
  deps: { readonly db: Database },
  actor: UserActor,
  { org_id: asked, plan_id }: PlanId,
): Promise<SavedPlan> {
  const { org_id } = await requireCoach(deps.db, asked, actor);
  const plan = await findSavedPlan(deps.db, { org_id, plan_id });
  if (plan === null) throw noSuchPlan();
  return plan;
}
