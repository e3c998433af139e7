import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { findUser, holdUser, shownName } from '../users/index.ts';
import { isHeadCoach, noSuchOrganization, noSuchUser, tooManyCoaches } from './errors.ts';
import { mayManageCoaches } from './policy.ts';
import { countCoaches, findCoachRole, findOrganization, lockOrganization, upsertCoach } from './queries.ts';
import { loadStanding, requireAllowed } from './standing.ts';
import { type CoachRole, MAX_COACHES, type Organization } from './types.ts';

/**
 * Makes a user a coach of the organization, or changes which coach they are. Doing it again changes nothing.
 *
 * @throws notFound; forbidden; noSuchUser; isHeadCoach; tooManyCoaches
 */
export async function putCoach(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  { org_id, user_id, role }: { org_id: string; user_id: string; role: CoachRole },
): Promise<Organization> {
  requireAllowed(
    mayManageCoaches(await loadStanding(deps.db, org_id, actor)),
    'Only the head coach may appoint coaches.',
  );
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, org_id);
    if (organization === null) throw noSuchOrganization();
    await holdUser(tx, user_id);
    const user = await findUser(tx, user_id);
    if (user === null) throw noSuchUser();
    if (user.user_id === organization.head_coach_user_id) throw isHeadCoach();
    const previous_role = await findCoachRole(tx, { org_id, user_id });
    if (previous_role === null && (await countCoaches(tx, org_id)) >= MAX_COACHES) throw tooManyCoaches();
    if (previous_role !== role) {
      await upsertCoach(tx, { org_id, user_id, role, added_at: now });
      await writeAudit(tx, {
        org_id,
        event_type: 'coach_added',
        actor,
        target_id: user.user_id,
        target_name: shownName(user, 'coach'),
        data: { role, previous_role },
        now,
      });
    }
    const updated = await findOrganization(tx, org_id, 'coach');
    if (updated === null) throw noSuchOrganization();
    return updated;
  });
}
