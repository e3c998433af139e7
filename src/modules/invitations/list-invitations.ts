import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import { type PageAsked, pageOf } from '../../shared/page-cursor.ts';
import type { Clock } from '../../shared/time.ts';
import { loadOrganizationAccess, mayReadTeam, requireAllowed } from '../organizations/index.ts';
import type { Invitation, InvitationStatus } from './invitation.ts';
import { findInvitations } from './queries.ts';

/**
 * One page of an organization's invitations, the newest first.
 *
 * @throws noSuchOrganization; forbidden; invalidField for the cursor
 */
export async function listInvitations(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  { page, ...filter }: { org_id: string; status: InvitationStatus | undefined; page: PageAsked },
): Promise<{ invitations: Invitation[]; next_cursor: string | null }> {
  requireAllowed(
    mayReadTeam(await loadOrganizationAccess(deps.db, filter.org_id, actor)),
    'Only coaches of the organization and platform admins may see its invitations.',
  );
  const { rows, next_cursor } = await pageOf(
    page,
    (place) => findInvitations(deps.db, { ...filter, ...place, now: deps.clock.now() }),
    ({ created_at, id }) => ({ at: created_at, id }),
  );
  return { invitations: rows, next_cursor };
}
