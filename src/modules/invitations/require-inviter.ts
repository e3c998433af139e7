import type { UserActor } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/queryable.ts';
import {
  loadOrganizationAccess,
  mayManageMembers,
  type OrganizationAccess,
  requireAllowed,
} from '../organizations/index.ts';

/** @throws noSuchOrganization or forbidden for whoever may not invite to the organization or take that back. */
export async function requireInviter(
  db: Queryable,
  org_id: string,
  actor: UserActor,
): Promise<OrganizationAccess> {
  const access = await loadOrganizationAccess(db, org_id, actor);
  requireAllowed(
    mayManageMembers(access),
    'Only coaches of the organization may invite athletes and revoke invitations.',
  );
  return access;
}
