import type { Transaction } from '../../infra/db/queryable.ts';
import { type AuditActor, writeAudit } from '../audit/index.ts';
import { findUser, holdUsers, type User } from '../users/index.ts';
import { deleteCoach, updateHeadCoach, upsertCoach } from './queries.ts';

/** The user who is to lead in the place of another, both held until the transaction ends; null when there is none. */
export async function holdHeir(
  tx: Transaction,
  { user_id, previous }: { user_id: string; previous: string },
): Promise<User | null> {
  await holdUsers(tx, [previous, user_id]);
  // Held now: whoever was just deleting the account is done.
  return await findUser(tx, user_id);
}

/** What keeps somebody from leading any organization. */
export function obstacleToLeading({ status, membership_role }: User): 'account' | 'role' | null {
  if (status !== 'active') return 'account';
  return membership_role === 'coach' ? null : 'role';
}

/**
 * Makes somebody the head coach, from the next request on. The former one stays, as an `admin` coach; whom the new one
 * coached stay theirs. The caller has locked the organization and held both people.
 */
export async function handOver(
  tx: Transaction,
  {
    org_id,
    org_name,
    previous,
    next,
    actor,
    now,
  }: {
    org_id: string;
    org_name: string;
    previous: string;
    next: string;
    actor: AuditActor;
    now: Date;
  },
): Promise<void> {
  await updateHeadCoach(tx, { org_id, head_coach_user_id: next, updated_at: now });
  await deleteCoach(tx, { org_id, user_id: next });
  await upsertCoach(tx, { org_id, user_id: previous, role: 'admin', added_at: now });
  await writeAudit(tx, {
    org_id,
    event_type: 'organization_updated',
    actor,
    target_id: org_id,
    target_name: org_name,
    data: {
      fields: ['head_coach_user_id'],
      head_coach_user_id: next,
      previous_head_coach_user_id: previous,
    },
    now,
  });
}
