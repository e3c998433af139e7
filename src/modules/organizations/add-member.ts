import type { UserActor } from '../../http/actor.ts';
import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { holdUser } from '../users/index.ts';
import { alreadyMember, noSuchUser } from './errors.ts';
import { readMemberText } from './member-input.ts';
import { findMember, insertMember } from './member-queries.ts';
import { mayManageMembers } from './policy.ts';
import { loadStanding, requireAllowed, requireFeature } from './standing.ts';
import type { Member } from './types.ts';

/**
 * Puts a user on the roster. Who left may join again, and starts anew.
 *
 * @throws notFound; forbidden; featureNotEnabled; noSuchUser; alreadyMember, also when two add at once
 */
export async function addMember(
  deps: { db: Database; clock: Clock },
  actor: UserActor,
  input: {
    org_id: string;
    user_id: string;
    display_name: string | null | undefined;
    member_level: string | null | undefined;
    labels: readonly string[] | undefined;
  },
): Promise<Member> {
  const { org_id, user_id } = input;
  const standing = await loadStanding(deps.db, org_id, actor);
  requireAllowed(mayManageMembers(standing), 'Only coaches of the organization may add members.');
  requireFeature(standing, 'member_management');
  const now = deps.clock.now();
  return await deps.db.transaction(async (tx) => {
    if (!(await holdUser(tx, user_id))) throw noSuchUser({ message: 'user_id: there is no such user.' });
    if (!(await insertMember(tx, { org_id, user_id, ...readMemberText(input), joined_at: now }))) {
      throw alreadyMember();
    }
    const member = await findMember(tx, { org_id, user_id });
    if (member === null) throw new Error('A member that was just added is not there.');
    await writeAudit(tx, {
      org_id,
      event_type: 'member_added',
      actor,
      target_id: member.user_id,
      target_name: member.display_name,
      now,
    });
    return member;
  });
}
