import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { findUser, shownName } from '../users/index.ts';
import { isHeadCoach, noSuchCoach, noSuchOrganization } from './errors.ts';
import { unassignCoach } from './member-queries.ts';
import { mayManageCoaches } from './policy.ts';
import { deleteCoach, findOrganization, lockOrganization } from './queries.ts';
import { loadStanding, requireAllowed } from './standing.ts';
import type { Organization } from './types.ts';

/**
 * Takes a coach out; the members assigned to them have no coach then. Who is a member as well stays one.
 *
 * @throws notFound; forbidden; noSuchCoach; isHeadCoach
 */
export async function removeCoach(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<Organization> {
  requireAllowed(
    mayManageCoaches(await loadStanding(deps.db, org_id, actor)),
    'Only the head coach may dismiss coaches.',
  );
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, org_id);
    if (organization === null) throw noSuchOrganization();
    const user = await findUser(tx, user_id);
    if (user === null) throw noSuchCoach();
    if (user.user_id === organization.head_coach_user_id) throw isHeadCoach();
    if (!(await deleteCoach(tx, { org_id, user_id }))) throw noSuchCoach();
    const unassigned_members = await unassignCoach(tx, { org_id, user_id });
    await writeAudit(tx, {
      org_id,
      event_type: 'coach_removed',
      actor,
      target_id: user.user_id,
      target_name: shownName(user, 'coach'),
      data: { unassigned_members },
      now,
    });
    const updated = await findOrganization(tx, org_id, 'coach');
    if (updated === null) throw noSuchOrganization();
    return updated;
  });
}
