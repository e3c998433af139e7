import type { Database } from '../../infra/db/database.ts';
import { isUuid } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { findUser, findUserByEmail, holdUsers, type User } from '../users/index.ts';
import { cannotLead, noSuchOrganization, noSuchUser } from './errors.ts';
import { deleteCoach, lockOrganization, updateHeadCoach, upsertCoach } from './queries.ts';

/**
 * Hands an organization over to another coach, from the next request on; the former head coach stays, as an `admin` coach.
 * For the operator only: no route leads here.
 *
 * @returns the name of the organization and the address as it is stored; who leads it already changes nothing
 * @throws noSuchOrganization; noSuchUser; cannotLead unless the account is active and a coach's
 */
export async function changeHeadCoach(
  deps: { db: Database; clock: Clock },
  { org_id, email }: { org_id: string; email: string },
): Promise<{ org_name: string; email: string; changed: boolean }> {
  const unknown = noSuchOrganization({ message: `There is no organization with the id ${org_id}.` });
  if (!isUuid(org_id)) throw unknown;
  const nobody = noSuchUser({ message: `There is no user with the e-mail address ${email}.` });
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, org_id);
    if (organization === null) throw unknown;
    const { org_name, head_coach_user_id: previous } = organization;
    const named = await findUserByEmail(tx, email);
    if (named === null) throw nobody;
    await holdUsers(tx, [previous, named.user_id]);
    // Held now: whoever was just deleting the account is done.
    const next = await findUser(tx, named.user_id);
    if (next === null) throw nobody;
    if (next.user_id === previous) return { org_name, email: next.email, changed: false };
    requireLeader(next);
    await updateHeadCoach(tx, { org_id, head_coach_user_id: next.user_id, updated_at: now });
    await deleteCoach(tx, { org_id, user_id: next.user_id });
    await upsertCoach(tx, { org_id, user_id: previous, role: 'admin', added_at: now });
    await writeAudit(tx, {
      org_id,
      event_type: 'organization_updated',
      actor: { type: 'system' },
      target_id: org_id,
      target_name: org_name,
      data: {
        fields: ['head_coach_user_id'],
        head_coach_user_id: next.user_id,
        previous_head_coach_user_id: previous,
      },
      now,
    });
    return { org_name, email: next.email, changed: true };
  });
}

function requireLeader({ email, status, membership_role }: User): void {
  if (status !== 'active') {
    const message = `The account of ${email} is ${status}. Make it active first: ekiden user status ${email} active.`;
    throw cannotLead({ message });
  }
  if (membership_role !== 'coach') {
    const message = `The account of ${email} is an athlete's. Name somebody who signed up with the membership_role coach.`;
    throw cannotLead({ message });
  }
}
