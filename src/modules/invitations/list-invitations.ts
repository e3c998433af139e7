import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { loadStanding, mayReadTeam, requireAllowed } from '../organizations/index.ts';
import type { Invitation, InvitationStatus } from './invitation.ts';
import { findInvitations } from './queries.ts';

/**
 * One page of an organization's invitations, with the number of all that match.
 *
 * @throws noSuchOrganization; forbidden
 */
export async function listInvitations(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  filter: { org_id: string; status: InvitationStatus | undefined; limit: number; offset: number },
): Promise<{ invitations: Invitation[]; count: number }> {
  requireAllowed(
    mayReadTeam(await loadStanding(deps.db, filter.org_id, actor)),
    'Only coaches of the organization and platform admins may see its invitations.',
  );
  return await findInvitations(deps.db, { ...filter, now: deps.clock.now() });
}
