import type { UserActor } from '../../../http/actor.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import { LOWEST_ID } from '../../../shared/ids.ts';
import { type PageAsked, pageOf } from '../../../shared/page-cursor.ts';
import { type Clock, DAY_MS } from '../../../shared/time.ts';
import { holdMembers, holdOrganization } from '../../organizations/index.ts';
import { requireCoach, requirePlanner } from '../../planning/index.ts';
import { noSuchPlan, notAssigned, nothingToRestore } from '../errors.ts';
import { endAssignmentRow, findAssignments, restoreAssignmentRow } from './assignment-queries.ts';
import { givePlan } from './give-plan.ts';
import { type Giving, readWhom, requireSomebody, requireStart } from './plan-input.ts';
import { findSavedPlan, lockPlan } from './queries.ts';
import type { Assignment, Given, PlanId } from './saved-plan.ts';

type Deps = { readonly db: Database; readonly clock: Clock };
type GivingDeps = Deps & { readonly events: Pick<Events, 'emit'> };

/**
 * Gives a saved plan to athletes. An athlete who has it already keeps the existing assignment.
 *
 * @throws notFound; forbidden; featureNotEnabled; noSuchPlan; noSuchGroup; invalidField where the request names nobody
 */
export async function assignPlan(
  deps: GivingDeps,
  actor: UserActor,
  { plan_id, ...input }: PlanId,
  request: Giving,
): Promise<Given> {
  const { org_id, org_name } = await requirePlanner(deps.db, input.org_id, actor);
  if (request.start_date !== undefined) requireStart(request.start_date);
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    await holdOrganization(tx, org_id);
    if (!(await lockPlan(tx, { org_id, plan_id }, 'to give'))) throw noSuchPlan();
    requireSomebody(request);
    const user_ids = await readWhom(tx, org_id, request);
    const plan = await findSavedPlan(tx, { org_id, plan_id });
    if (plan === null) throw noSuchPlan();
    const start_date = request.start_date ?? plan.start_date;
    return await givePlan(tx, deps, plan, { actor, org_name, user_ids, start_date, now });
  });
}

/**
 * Takes a plan back from an athlete; it also disappears from their calendar.
 *
 * @throws notFound; forbidden; notAssigned
 */
export async function endAssignment(
  deps: Deps,
  actor: UserActor,
  { plan_id, user_id, ...input }: PlanId & { readonly user_id: string },
): Promise<void> {
  const { org_id } = await requireCoach(deps.db, input.org_id, actor);
  const ended_at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await holdOrganization(tx, org_id);
    if (!(await endAssignmentRow(tx, { org_id, plan_id, user_id, ended_at }))) throw notAssigned();
  });
}

const RESTORED_WITHIN_MS = DAY_MS;

/**
 * Gives a plan back that was taken back from an athlete within the last day: the same assignment, with its changes.
 *
 * @throws notFound; forbidden; nothingToRestore where the athlete has the plan again, or has left
 */
export async function restoreAssignment(
  deps: Deps,
  actor: UserActor,
  { plan_id, user_id, ...input }: PlanId & { readonly user_id: string },
): Promise<void> {
  const { org_id } = await requireCoach(deps.db, input.org_id, actor);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    await holdOrganization(tx, org_id);
    const isPlan = await lockPlan(tx, { org_id, plan_id }, 'to give');
    const [member] = await holdMembers(tx, { org_id, user_ids: [user_id] });
    const ended_since = new Date(now.getTime() - RESTORED_WITHIN_MS);
    const row = { org_id, plan_id, user_id, ended_since, now };
    if (!isPlan || member === undefined || !(await restoreAssignmentRow(tx, row))) throw nothingToRestore();
  });
}

/** The list is ordered by ids alone, so its cursors need no time. */
const NO_TIME = new Date(0);

/** @throws notFound; forbidden; noSuchPlan; invalidField for the cursor */
export async function readAssignments(
  deps: Pick<Deps, 'db'>,
  actor: UserActor,
  { org_id: asked, plan_id, ...page }: PlanId & PageAsked,
): Promise<{ assignments: Assignment[]; next_cursor: string | null }> {
  const { org_id } = await requireCoach(deps.db, asked, actor);
  if ((await findSavedPlan(deps.db, { org_id, plan_id })) === null) throw noSuchPlan();
  const { rows, next_cursor } = await pageOf(
    page,
    ({ after, limit }) => findAssignments(deps.db, { org_id, plan_id, after: after?.id ?? LOWEST_ID, limit }),
    ({ user_id }) => ({ at: NO_TIME, id: user_id }),
  );
  return { assignments: rows, next_cursor };
}
