import type { UserActor } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/queryable.ts';
import {
  loadStanding,
  mayManageGroups,
  requireAllowed,
  requireFeature,
  type Standing,
} from '../organizations/index.ts';

/** @throws notFound, forbidden or featureNotEnabled for whoever may not manage the groups of the organization. */
export async function requireGroupManager(
  db: Queryable,
  org_id: string,
  actor: UserActor,
): Promise<Standing['organization']> {
  const standing = await loadStanding(db, org_id, actor);
  requireAllowed(mayManageGroups(standing), 'Only coaches of the organization may manage its groups.');
  requireFeature(standing, 'groups');
  return standing.organization;
}
