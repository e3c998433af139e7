import type { UserActor } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/queryable.ts';
import { mayPlan, type OrganizationAccess, requireRight } from '../organizations/index.ts';

const RIGHT = {
  may: mayPlan,
  whose: 'Only coaches of the organization may see and change its plans and workouts.',
};

/**
 * Requires a coach, for reading, deleting or taking back plans and workouts of the organization. It does not depend on the tier, so that
 * coaches keep what they made.
 *
 * @throws notFound; forbidden
 */
export async function requireCoach(
  db: Queryable,
  org_id: string,
  actor: UserActor,
): Promise<OrganizationAccess['organization']> {
  return await requireRight(db, org_id, actor, RIGHT);
}

/**
 * Requires a coach whose tier has `coach_agent`, for making or changing plans and workouts or giving them to athletes.
 *
 * @throws notFound; forbidden; featureNotEnabled, where the tier has no `coach_agent`
 */
export async function requirePlanner(
  db: Queryable,
  org_id: string,
  actor: UserActor,
): Promise<OrganizationAccess['organization']> {
  return await requireRight(db, org_id, actor, { ...RIGHT, feature: 'coach_agent' });
}
