import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { findUser } from '../users/index.ts';
import { isHeadCoach, noSuchCoach, noSuchOrganization } from './errors.ts';
import { withdrawOffer } from './make-offer.ts';
import { unassignCoach } from './member-queries.ts';
import { deleteOffers, insertBlock } from './offer-queries.ts';
import { findOrganizationAccess, loadOrganizationAccess, requireAllowed } from './organization-access.ts';
import { endLeading, type OrganizationPart } from './organization-part.ts';
import { mayRemoveCoach } from './policy.ts';
import { findTeamName } from './privacy-queries.ts';
import { deleteCoach, lockOrganization } from './queries.ts';
import { type OrganizationView, viewOrganization } from './read-organization.ts';
import { COACH_ROLES } from './types.ts';

/**
 * Takes a coach out, or an offer to coach back; the members assigned to them have no coach then. Coaches resign themselves,
 * and cannot be asked again until they lift the block. Who is a member as well stays one.
 *
 * @returns the organization as the caller sees it afterwards
 * @throws notFound; forbidden; noSuchCoach; isHeadCoach
 */
export async function removeCoach(
  deps: { db: Database; clock: Clock; parts: readonly OrganizationPart[] },
  actor: UserActor,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<OrganizationView> {
  const resigns = user_id.toLowerCase() === actor.user_id;
  requireAllowed(
    mayRemoveCoach(await loadOrganizationAccess(deps.db, org_id, actor), resigns),
    'Only the head coach may dismiss other coaches.',
  );
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, org_id);
    if (organization === null) throw noSuchOrganization();
    const user = await findUser(tx, user_id);
    if (user === null) throw noSuchCoach();
    if (user.user_id === organization.head_coach_user_id) throw isHeadCoach();
    if (!resigns && (await withdrawOffer(tx, { org_id, user_id, roles: COACH_ROLES, actor, now }))) return;
    if (!(await deleteCoach(tx, { org_id, user_id }))) throw noSuchCoach();
    await deleteOffers(tx, { org_id, user_id, roles: ['head_coach'] });
    if (resigns) await insertBlock(tx, { org_id, user_id: user.user_id, reason: 'left', blocked_at: now });
    const unassigned_members = await unassignCoach(tx, { org_id, user_id });
    await writeAudit(tx, {
      org_id,
      event_type: 'coach_removed',
      actor,
      target_id: user.user_id,
      target_name: await findTeamName(tx, org_id, user),
      data: { unassigned_members },
      now,
    });
    await endLeading(tx, deps.parts, { org_id, user_id: user.user_id, actor, now });
  });
  const access = await findOrganizationAccess(deps.db, org_id, actor);
  if (access === null) throw noSuchOrganization();
  return await viewOrganization(deps.db, access);
}
