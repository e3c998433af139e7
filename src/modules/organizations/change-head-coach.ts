import type { UserActor } from '../../http/actor.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import type { User } from '../users/index.ts';
import { cannotLead, noSuchCoach, noSuchOrganization } from './errors.ts';
import { handOver, holdHeir, obstacleToLeading } from './hand-over.ts';
import { mayGiveAway } from './policy.ts';
import { findCoachRole, findOrganization, lockOrganization } from './queries.ts';
import { loadStanding, requireAllowed } from './standing.ts';
import type { Organization } from './types.ts';

const FOR_WHOM = 'Only the head coach may hand the organization over.';

/**
 * Hands an organization over to another of its coaches; the head coach until now stays, as an `admin` coach. To themself
 * changes nothing.
 *
 * @throws notFound; forbidden, also for the second of two at once; noSuchCoach; cannotLead
 */
export async function changeHeadCoach(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<Organization> {
  requireAllowed(mayGiveAway(await loadStanding(deps.db, org_id, actor)), FOR_WHOM);
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, org_id);
    if (organization === null) throw noSuchOrganization();
    const { org_name, head_coach_user_id: previous } = organization;
    requireAllowed(previous === actor.user_id, FOR_WHOM);
    if (user_id.toLowerCase() !== previous) {
      const next = await holdCoach(tx, { org_id, user_id, previous });
      requireLeader(next);
      await handOver(tx, { org_id: organization.org_id, org_name, previous, next: next.user_id, actor, now });
    }
    const changed = await findOrganization(tx, org_id, 'coach');
    if (changed === null) throw noSuchOrganization();
    return changed;
  });
}

/** Whoever is no coach of the organization answers like nobody at all. */
async function holdCoach(
  tx: Transaction,
  { org_id, user_id, previous }: { org_id: string; user_id: string; previous: string },
): Promise<User> {
  const coach = (await findCoachRole(tx, { org_id, user_id })) && (await holdHeir(tx, { user_id, previous }));
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
