import type { UserActor } from '../../http/actor.ts';
import type { Queryable } from '../../infra/db/queryable.ts';
import { loadStanding, mayManageMembers, requireAllowed, type Standing } from '../organizations/index.ts';

/** @throws noSuchOrganization or forbidden for whoever may not invite to the organization or take that back. */
export async function requireInviter(db: Queryable, org_id: string, actor: UserActor): Promise<Standing> {
  const standing = await loadStanding(db, org_id, actor);
  requireAllowed(
    mayManageMembers(standing),
    'Only coaches of the organization may invite athletes and revoke invitations.',
  );
  return standing;
}
