import type { Database } from '../../infra/db/database.ts';
import type { Events } from '../../infra/events/index.ts';
import { isUuid } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import { findUserByEmail, type User } from '../users/index.ts';
import { cannotLead, noSuchOrganization, noSuchUser } from './errors.ts';
import { handOver, holdHeir, obstacleToLeading } from './hand-over.ts';
import { makeOffer } from './make-offer.ts';
import { deleteBlock } from './offer-queries.ts';
import { endLeading, type OrganizationPart } from './organization-part.ts';
import { lockOrganization } from './queries.ts';

/**
 * Hands an organization over to any coach of this server, from the next request on; the former head coach stays, as an
 * `admin` coach. The new one is asked to accept: until then no public page shows them, and nothing holds up the deletion of
 * their account. For the operator only: the route (`changeHeadCoach`) is the head coach's own.
 *
 * @returns the name of the organization and the address as it is stored; who leads it already changes nothing
 * @throws noSuchOrganization; noSuchUser; cannotLead unless the account is active and a coach's
 */
export async function setHeadCoach(
  deps: { db: Database; clock: Clock; events: Events; parts: readonly OrganizationPart[] },
  { org_id, email }: { org_id: string; email: string },
): Promise<{ org_name: string; email: string; changed: boolean }> {
  const unknown = noSuchOrganization({ message: `There is no organization with the id ${org_id}.` });
  if (!isUuid(org_id)) throw unknown;
  const nobody = noSuchUser({ message: `There is no user with the e-mail address ${email}.` });
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, org_id);
    if (organization === null) throw unknown;
    const { org_name, head_coach_user_id: previous, head_coach_accepted_at } = organization;
    const named = await findUserByEmail(tx, email);
    const next = named && (await holdHeir(tx, { user_id: named.user_id, previous }));
    if (next === null) throw nobody;
    if (next.user_id === previous) return { org_name, email: next.email, changed: false };
    requireLeader(next);
    const lead = { org_id: organization.org_id, org_name, actor: { type: 'system' } as const, now };
    const former =
      previous === null ? null : { user_id: previous, accepted: head_coach_accepted_at !== null };
    await handOver(tx, { ...lead, previous: former, next: next.user_id, accepted: false });
    if (former?.accepted === false) await endLeading(tx, deps.parts, { ...lead, user_id: former.user_id });
    await deleteBlock(tx, { org_id: lead.org_id, user_id: next.user_id });
    await makeOffer(tx, deps, { ...lead, user_id: next.user_id, role: 'head_coach' });
    return { org_name, email: next.email, changed: true };
  });
}

function requireLeader(user: User): void {
  const { email, status } = user;
  const obstacle = obstacleToLeading(user);
  if (obstacle === 'account') {
    const message = `The account of ${email} is ${status}. Make it active first: ekiden user status ${email} active.`;
    throw cannotLead({ message });
  }
  if (obstacle === 'role') {
    const message = `The account of ${email} is an athlete's. Name somebody who signed up with the membership_role coach.`;
    throw cannotLead({ message });
  }
}
