import type { UserActor } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/queryable.ts';
import {
  loadStanding,
  mayPlan,
  requireAllowed,
  requireFeature,
  type Standing,
} from '../organizations/index.ts';

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
): Promise<Standing['organization']> {
  const standing = await loadStanding(db, org_id, actor);
  requireAllowed(
    mayPlan(standing),
    'Only coaches of the organization may see and change its plans and workouts.',
  );
  return standing.organization;
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
): Promise<Standing['organization']> {
  const organization = await requireCoach(db, org_id, actor);
  requireFeature({ organization }, 'coach_agent');
  return organization;
}
