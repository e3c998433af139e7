import type { UserActor } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/queryable.ts';
import { mayPlan, type OrganizationAccess, requireRight } from '../organizations/index.ts';

const RIGHT = {
  may: mayPlan,
  whose: 'Only coaches of the organization may see and change its plans and workouts.',
};

/**
 * For whoever reads plans and workouts of the organization, deletes them or takes them back: what a coach made stays in
 * their hands, whatever tier comes later.
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
 * For whoever makes plans or workouts, changes them or gives them to athletes.
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
