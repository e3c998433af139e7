import type { UserActor } from '../../http/actor.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import type { RateLimiter } from '../../infra/rate-limit/index.ts';
import type { Clock } from '../../shared/time.ts';
import type { User } from '../users/index.ts';
import { cannotLead, noSuchCoach, noSuchOrganization } from './errors.ts';
import { holdHeir, obstacleToLeading } from './hand-over.ts';
import { countingOffer, makeOffer } from './make-offer.ts';
import { deleteHeadCoachOffer, lockHeadCoachOffer } from './offer-queries.ts';
import { loadOrganizationAccess, requireAllowed } from './organization-access.ts';
import { mayGiveAway } from './policy.ts';
import { findCoachRole, lockOrganization } from './queries.ts';
import { type OrganizationView, viewOrganization } from './read-organization.ts';

const ACCEPT_FIRST = 'Accept first that you lead this organization: then you can hand it over.';
const FOR_WHOM = 'Only the head coach may hand the organization over.';

/**
 * Offers another coach of the organization to lead it. When they accept, the head coach until then stays, as an `admin`
 * coach. An earlier offer to somebody else is withdrawn; naming oneself only withdraws.
 * @returns the organization, and whether somebody has yet to accept
 * @throws notFound; forbidden, also for the second of two concurrent requests; noSuchCoach; cannotLead; mayNotBeAsked;
 * tooManyOffers
 */
export async function changeHeadCoach(
  deps: { db: Database; clock: Clock; events: Events; rateLimiter: RateLimiter },
  actor: UserActor,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<{ organization: OrganizationView; pending: boolean }> {
  const access = await loadOrganizationAccess(deps.db, org_id, actor);
  requireAllowed(mayGiveAway(access), FOR_WHOM);
  const now = deps.clock.now();
  const ask = async (tx: Transaction): Promise<{ offered: boolean; pending: boolean }> => {
    const organization = await lockOrganization(tx, org_id);
    if (organization === null) throw noSuchOrganization();
    requireAllowed(organization.head_coach_user_id === actor.user_id, FOR_WHOM);
    if (organization.head_coach_accepted_at === null) throw cannotLead({ message: ACCEPT_FIRST });
    const isSelf = user_id.toLowerCase() === actor.user_id;
    const named = isSelf ? null : await holdCoach(tx, { org_id, user_id, actor });
    if (named !== null && (await lockHeadCoachOffer(tx, org_id))?.user_id === named.user_id)
      return { offered: false, pending: true };
    await deleteHeadCoachOffer(tx, org_id);
    if (named === null) return { offered: false, pending: false };
    requireLeader(named);
    const asked = { ...organization, user_id: named.user_id, role: 'head_coach' as const };
    await makeOffer(tx, deps, { ...asked, actor, now });
    return { offered: true, pending: true };
  };
  const { pending } = await countingOffer(deps.rateLimiter, { offered_by: actor.user_id, user_id }, () =>
    deps.db.transaction(ask),
  );
  return { organization: await viewOrganization(deps.db, access), pending };
}

async function holdCoach(
  tx: Transaction,
  { org_id, user_id, actor }: { org_id: string; user_id: string; actor: UserActor },
): Promise<User> {
  const coach =
    (await findCoachRole(tx, { org_id, user_id })) &&
    (await holdHeir(tx, { user_id, previous: actor.user_id }));
  if (coach === null) throw noSuchCoach();
  return coach;
}

function requireLeader(user: User): void {
  const obstacle = obstacleToLeading(user);
  if (obstacle === 'account') {
    throw cannotLead({
      message: 'The account of this coach is not active. Hand over to somebody who can sign in.',
    });
  }
  if (obstacle === 'role') {
    throw cannotLead({
      message:
        "This coach has an athlete's account. Hand over to somebody who signed up with the membership_role coach.",
    });
  }
}
