import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { newId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { noSuchMember, noSuchOrganization } from './errors.ts';
import { holdMember } from './hold-member.ts';
import { withdrawOffer } from './make-offer.ts';
import { endAllPlans, endMembership, leaveAllGroups } from './member-queries.ts';
import { insertBlock } from './offer-queries.ts';
import { loadOrganizationAccess, requireAllowed, requireFeature } from './organization-access.ts';
import { mayRemoveMember } from './policy.ts';
import { holdTeam } from './queries.ts';
import { memberLeft } from './roster-events.ts';

/**
 * Takes a member out of the organization and of all its groups, and their plans back. Coaches remove anybody, members
 * themselves; who leaves so cannot be added again until they lift the block. The row stays, with the time of leaving. Of
 * whoever has not accepted yet, coaches take back the offer.
 * @throws notFound; forbidden; featureNotEnabled; noSuchMember, also for the second of two concurrent requests
 */
export async function removeMember(
  deps: { db: Database; clock: Clock; events: Events },
  actor: UserActor,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<void> {
  const access = await loadOrganizationAccess(deps.db, org_id, actor);
  const by_athlete = user_id.toLowerCase() === actor.user_id;
  requireAllowed(
    mayRemoveMember(access, by_athlete),
    'Only coaches of the organization may remove other members.',
  );
  requireFeature(access, 'member_management');
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const team = await holdTeam(tx, org_id);
    if (team === null) throw noSuchOrganization();
    if (!by_athlete && (await withdrawOffer(tx, { org_id, user_id, roles: ['member'], actor, now }))) return;
    const member = await holdMember(tx, { org_id, user_id });
    if (member === null) throw noSuchMember();
    if (by_athlete)
      await insertBlock(tx, { org_id, user_id: member.user_id, reason: 'left', blocked_at: now });
    await endMembership(tx, { org_id, user_id, left_at: now });
    const group_ids = await leaveAllGroups(tx, { org_id, user_id });
    const plan_ids = await endAllPlans(tx, { org_id, user_id, ended_at: now });
    await writeAudit(tx, {
      org_id,
      event_type: 'member_removed',
      actor,
      target_id: member.user_id,
      target_name: member.display_name,
      data: { group_ids, plan_ids },
      now,
    });
    await deps.events.emit(tx, memberLeft, {
      ...team,
      occurrence_id: newId(),
      user_id: member.user_id,
      by_athlete,
    });
  });
}
