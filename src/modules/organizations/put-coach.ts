import type { UserActor } from '../../http/actor.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import type { RateLimiter } from '../../infra/rate-limit/index.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { findUser, holdUser, type User } from '../users/index.ts';
import { isHeadCoach, noSuchOrganization, noSuchUser, tooManyCoaches } from './errors.ts';
import { countingOffer, makeOffer } from './make-offer.ts';
import { deleteOffers, findOfferedCoaches } from './offer-queries.ts';
import { loadOrganizationAccess, requireAllowed } from './organization-access.ts';
import { endLeading, type OrganizationPart } from './organization-part.ts';
import { mayManageCoaches } from './policy.ts';
import { findTeamName } from './privacy-queries.ts';
import { countCoaches, findCoachRole, lockOrganization, upsertCoach } from './queries.ts';
import { type OrganizationView, viewOrganization } from './read-organization.ts';
import { COACH_ROLES, type CoachRole, MAX_COACHES } from './types.ts';

/**
 * Asks a user to coach the organization, or changes which coach they are. Doing it again changes nothing.
 *
 * @returns the organization, and whether the user has yet to accept
 * @throws notFound; forbidden; noSuchUser; isHeadCoach; tooManyCoaches; mayNotBeAsked; tooManyOffers
 */
export async function putCoach(
  deps: {
    db: Database;
    clock: Clock;
    events: Events;
    rateLimiter: RateLimiter;
    parts: readonly OrganizationPart[];
  },
  actor: UserActor,
  { org_id, user_id, role }: { org_id: string; user_id: string; role: CoachRole },
): Promise<{ organization: OrganizationView; pending: boolean }> {
  const access = await loadOrganizationAccess(deps.db, org_id, actor);
  requireAllowed(mayManageCoaches(access), 'Only the head coach may appoint coaches.');
  const now = deps.clock.now();
  const appoint = async (tx: Transaction): Promise<{ offered: boolean; pending: boolean }> => {
    const organization = await lockOrganization(tx, org_id);
    if (organization === null) throw noSuchOrganization();
    await holdUser(tx, user_id);
    const user = await findUser(tx, user_id);
    if (user === null) throw noSuchUser();
    if (user.user_id === organization.head_coach_user_id) throw isHeadCoach();
    const previous_role = await findCoachRole(tx, { org_id, user_id });
    if (previous_role !== null) {
      await changeRole(tx, { org_id, user, role, previous_role, actor, now });
      if (role === 'assistant_coach' && previous_role !== role)
        await endLeading(tx, deps.parts, { org_id, user_id: user.user_id, actor, now });
      return { offered: false, pending: false };
    }
    const waiting = await findOfferedCoaches(tx, org_id);
    const theirs = waiting.find((offer) => offer.user_id === user.user_id && offer.role !== 'head_coach');
    if (theirs?.role === role) return { offered: false, pending: true };
    if (theirs === undefined && (await countCoaches(tx, org_id)) + waiting.length >= MAX_COACHES)
      throw tooManyCoaches();
    await deleteOffers(tx, { org_id, user_id, roles: COACH_ROLES });
    await makeOffer(tx, deps, { ...organization, user_id: user.user_id, role, actor, now });
    return { offered: true, pending: true };
  };
  const { pending } = await countingOffer(deps.rateLimiter, { offered_by: actor.user_id, user_id }, () =>
    deps.db.transaction(appoint),
  );
  return { organization: await viewOrganization(deps.db, access), pending };
}

async function changeRole(
  tx: Transaction,
  {
    org_id,
    user,
    role,
    previous_role,
    actor,
    now,
  }: {
    org_id: string;
    user: User;
    role: CoachRole;
    previous_role: CoachRole;
    actor: UserActor;
    now: Date;
  },
): Promise<void> {
  if (previous_role === role) return;
  await upsertCoach(tx, { org_id, user_id: user.user_id, role, added_at: now });
  await writeAudit(tx, {
    org_id,
    event_type: 'coach_added',
    actor,
    target_id: user.user_id,
    target_name: await findTeamName(tx, org_id, user),
    data: { role, previous_role },
    now,
  });
}
