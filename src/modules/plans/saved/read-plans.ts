import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import { noSuchPlan } from '../errors.ts';
import { requireCoach } from '../require-planner.ts';
import { findPlans, findSavedPlan } from './queries.ts';
import type { SavedPlan, SavedPlanSummary } from './saved-plan.ts';

/** A page of the plans that an organization saved, and how many there are in all. */
export async function readPlans(
  deps: { readonly db: Database },
  actor: UserActor,
  page: { readonly org_id: string; readonly limit: number; readonly offset: number },
): Promise<{ plans: SavedPlanSummary[]; count: number }> {
  const { org_id } = await requireCoach(deps.db, page.org_id, actor);
  return await findPlans(deps.db, { ...page, org_id });
}

/** @throws notFound; forbidden; noSuchPlan */
export async function readPlan(
  deps: { readonly db: Database },
  actor: UserActor,
  { org_id: asked, plan_id }: { readonly org_id: string; readonly plan_id: string },
): Promise<SavedPlan> {
  const { org_id } = await requireCoach(deps.db, asked, actor);
  const plan = await findSavedPlan(deps.db, { org_id, plan_id });
  if (plan === null) throw noSuchPlan();
  return plan;
}
