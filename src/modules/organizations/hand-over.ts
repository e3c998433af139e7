import type { Transaction } from '../../infra/db/queryable.ts';
import { type AuditActor, writeAudit } from '../audit/index.ts';
import { findUser, holdUsers, type User } from '../users/index.ts';
import { deleteHeadCoachOffer } from './offer-queries.ts';
import { deleteCoach, updateHeadCoach, upsertCoach } from './queries.ts';

/** The user who is to lead in the place of another, both held until the transaction ends; null when there is none. */
export async function holdHeir(
  tx: Transaction,
  { user_id, previous }: { user_id: string; previous: string | null },
): Promise<User | null> {
  await holdUsers(tx, previous === null ? [user_id] : [previous, user_id]);
  // Held now: whoever was just deleting the account is done.
  return await findUser(tx, user_id);
}

export function obstacleToLeading({ status, membership_role }: User): 'account' | 'role' | null {
  if (status !== 'active') return 'account';
  return membership_role === 'coach' ? null : 'role';
}

type Lead = { org_id: string; org_name: string; actor: AuditActor; now: Date };

/**
 * Makes somebody the head coach, from the next request on. The former one stays, as an `admin` coach, if they had agreed to
 * lead; whom the new one coached stay theirs. The caller has locked the organization and held both people.
 */
export async function handOver(
  tx: Transaction,
  {
    previous,
    next,
    accepted,
    ...lead
  }: Lead & {
    /** Null where nobody leads. */
    previous: { user_id: string; accepted: boolean } | null;
    next: string;
    /** Whether the new head coach has agreed. */
    accepted: boolean;
  },
): Promise<void> {
  const { org_id, now } = lead;
  const head_coach_accepted_at = accepted ? now : null;
  await updateHeadCoach(tx, { org_id, head_coach_user_id: next, head_coach_accepted_at, updated_at: now });
  await deleteHeadCoachOffer(tx, org_id);
  await deleteCoach(tx, { org_id, user_id: next });
  if (previous?.accepted === true)
    await upsertCoach(tx, { org_id, user_id: previous.user_id, role: 'admin', added_at: now });
  await writeLead(tx, lead, {
    head_coach_user_id: next,
    previous_head_coach_user_id: previous?.user_id ?? null,
  });
}

export async function acceptLead(
  tx: Transaction,
  lead: Lead & { head_coach_user_id: string },
): Promise<void> {
  const { org_id, head_coach_user_id, now } = lead;
  await updateHeadCoach(tx, { org_id, head_coach_user_id, head_coach_accepted_at: now, updated_at: now });
  await deleteHeadCoachOffer(tx, org_id);
  await writeLead(tx, lead, { head_coach_user_id, accepted: true });
}

/** Whoever was named the head coach and has not agreed is it no more. The operator, or an application, names another. */
export async function leaveWithoutHeadCoach(
  tx: Transaction,
  lead: Lead & { previous_head_coach_user_id: string },
): Promise<void> {
  const { org_id, previous_head_coach_user_id, now } = lead;
  await updateHeadCoach(tx, {
    org_id,
    head_coach_user_id: null,
    head_coach_accepted_at: null,
    updated_at: now,
  });
  await deleteHeadCoachOffer(tx, org_id);
  await writeLead(tx, lead, { head_coach_user_id: null, previous_head_coach_user_id });
}

async function writeLead(
  tx: Transaction,
  { org_id, org_name, actor, now }: Lead,
  data: Readonly<Record<string, string | boolean | null>>,
): Promise<void> {
  await writeAudit(tx, {
    org_id,
    event_type: 'organization_updated',
    actor,
    target_id: org_id,
    target_name: org_name,
    data: { fields: ['head_coach_user_id'], ...data },
    now,
  });
}
