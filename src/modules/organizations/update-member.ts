import type { UserActor } from '../../http/actor.ts';
import type { Database, Transaction } from '../../infra/db/database.ts';
import { invalidField } from '../../shared/errors.ts';
import type { Quotas } from '../../shared/quotas.ts';
import type { Clock } from '../../shared/time.ts';
import { writeAudit } from '../audit/index.ts';
import { noSuchMember } from './errors.ts';
import { holdOrganization } from './hold-organization.ts';
import { distinctLabels, trimmedOrNull } from './member-input.ts';
import { findMember, lockMember, type MemberRecord, updateMemberRecord } from './member-queries.ts';
import { loadOrganizationAccess, requireAllowed, requireFeature } from './organization-access.ts';
import { mayManageMembers } from './policy.ts';
import { isCoachForNow } from './queries.ts';
import { requireLabelQuota } from './require-label-quota.ts';
import type { Member } from './types.ts';

/** What is undefined stays as it is; null, or a blank text, clears. */
type MemberChanges = { readonly [Field in keyof MemberRecord]: MemberRecord[Field] | undefined };

/**
 * Changes what coaches keep about a member.
 *
 * @throws notFound; forbidden; featureNotEnabled; noSuchMember; invalidField for a `coach_id` that is no coach;
 *   tooManyLabels; tooManyLabelsOfMember
 */
export async function updateMember(
  deps: { db: Database; clock: Clock; quotas: Pick<Quotas, 'labels' | 'labels_per_member'> },
  actor: UserActor,
  { org_id, user_id }: { org_id: string; user_id: string },
  changes: MemberChanges,
): Promise<Member> {
  const access = await loadOrganizationAccess(deps.db, org_id, actor);
  requireAllowed(mayManageMembers(access), 'Only coaches of the organization may change members.');
  requireFeature(access, 'member_management');
  const now = deps.clock.now();
  const fields = Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  return await deps.db.transaction(async (tx) => {
    await holdOrganization(tx, org_id);
    const labels = distinctLabels(changes.labels ?? []);
    await requireLabelQuota(tx, { org_id, user_id }, labels, deps.quotas);
    await requireCoach(tx, org_id, changes.coach_id);
    const current = await lockMember(tx, { org_id, user_id });
    if (current === null) throw noSuchMember();
    if (fields.length > 0) await updateMemberRecord(tx, { org_id, user_id, ...changed(current, changes) });
    const member = await findMember(tx, { org_id, user_id });
    if (member === null) throw noSuchMember();
    if (fields.length > 0) {
      await writeAudit(tx, {
        org_id,
        event_type: 'member_updated',
        actor,
        target_id: member.user_id,
        target_name: member.display_name,
        data: { fields },
        now,
      });
    }
    return member;
  });
}

async function requireCoach(
  tx: Transaction,
  org_id: string,
  coach_id: string | null | undefined,
): Promise<void> {
  if (coach_id === undefined || coach_id === null) return;
  if (!(await isCoachForNow(tx, { org_id, user_id: coach_id }))) {
    throw invalidField('coach_id', 'must be the head coach or another coach of the organization');
  }
}

function changed(current: MemberRecord, changes: MemberChanges): MemberRecord {
  const { display_name, member_level, labels, status, coach_id } = changes;
  return {
    display_name: display_name === undefined ? current.display_name : trimmedOrNull(display_name),
    member_level: member_level === undefined ? current.member_level : trimmedOrNull(member_level),
    labels: labels === undefined ? current.labels : distinctLabels(labels),
    status: status ?? current.status,
    coach_id: coach_id === undefined ? current.coach_id : coach_id,
  };
}
