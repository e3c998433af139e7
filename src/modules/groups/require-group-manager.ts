import type { UserActor } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/queryable.ts';
import { mayManageGroups, type OrganizationAccess, requireRight } from '../organizations/index.ts';

/** @throws notFound, forbidden or featureNotEnabled for whoever may not manage the groups of the organization. */
export async function requireGroupManager(
  db: Queryable,
  org_id: string,
  actor: UserActor,
): Promise<OrganizationAccess['organization']> {
  return await requireRight(db, org_id, actor, {
    may: mayManageGroups,
    whose: 'Only coaches of the organization may manage its groups.',
    feature: 'groups',
  });
}
