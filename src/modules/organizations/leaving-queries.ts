import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { sql } from '../../infra/db/sql.ts';
import type { Narrowing } from '../../privacy/index.ts';
import { COACH_IDS } from './queries.ts';
import type { BlockReason, CoachRole, MemberStatus, Offer } from './types.ts';

type OwnMembership = {
  readonly org_id: string;
  readonly org_name: string;
  readonly display_name: string | null;
  readonly member_level: string | null;
  readonly labels: readonly string[];
  readonly status: MemberStatus;
  readonly coach_id: string | null;
  readonly joined_at: Date;
  readonly left_at: Date | null;
  readonly narrowed_privacy: Narrowing;
};

/** All memberships of a person, those they left as well, with what coaches wrote about them. */
export async function findOwnMemberships(db: Queryable, user_id: string): Promise<OwnMembership[]> {
  return await db.query<OwnMembership>(sql`
    SELECT m.org_id, o.org_name, m.display_name, m.member_level, m.labels, m.status, m.coach_id, m.joined_at, m.left_at,
      m.narrowed_privacy
    FROM organization_members m JOIN organizations o USING (org_id)
    WHERE m.user_id = ${user_id} ORDER BY m.joined_at, m.org_id`);
}

type OwnCoaching = {
  readonly org_id: string;
  readonly org_name: string;
  readonly role: CoachRole | 'head_coach';
  readonly since: Date | null;
};

export async function findOwnCoaching(db: Queryable, user_id: string): Promise<OwnCoaching[]> {
  return await db.query<OwnCoaching>(sql`
    SELECT org_id, org_name, 'head_coach' AS role, NULL::timestamptz AS since
    FROM organizations WHERE head_coach_user_id = ${user_id}
    UNION ALL
    SELECT c.org_id, o.org_name, c.role, c.added_at
    FROM organization_coaches c JOIN organizations o USING (org_id) WHERE c.user_id = ${user_id}
    ORDER BY org_id`);
}

type OwnOffer = Pick<Offer, 'org_id' | 'role' | 'display_name' | 'member_level' | 'labels' | 'offered_at'> & {
  readonly org_name: string;
};
type OwnBlock = {
  readonly org_id: string;
  readonly org_name: string;
  readonly reason: BlockReason;
  readonly blocked_at: Date;
};

/** What a person was asked to be and has not answered, and the organizations that may not ask them. */
export async function findOwnOffersAndBlocks(
  db: Queryable,
  user_id: string,
): Promise<{ offers: OwnOffer[]; blocks: OwnBlock[] }> {
  const offers = await db.query<OwnOffer>(sql`
    SELECT f.org_id, o.org_name, f.role, f.display_name, f.member_level, f.labels, f.offered_at
    FROM membership_offers f JOIN organizations o USING (org_id)
    WHERE f.user_id = ${user_id} ORDER BY f.offered_at, f.org_id, f.role`);
  const blocks = await db.query<OwnBlock>(sql`
    SELECT b.org_id, o.org_name, b.reason, b.blocked_at
    FROM membership_blocks b JOIN organizations o USING (org_id)
    WHERE b.user_id = ${user_id} ORDER BY b.blocked_at, b.org_id`);
  return { offers, blocks };
}

/** The organizations that somebody was named the head coach of and has not agreed to lead, locked. */
export async function lockUnacceptedLeads(
  tx: Transaction,
  user_id: string,
): Promise<{ org_id: string; org_name: string }[]> {
  return await tx.query(sql`
    SELECT org_id, org_name FROM organizations
    WHERE head_coach_user_id = ${user_id} AND head_coach_accepted_at IS NULL ORDER BY org_id FOR NO KEY UPDATE`);
}

export async function findLedOrganizations(tx: Transaction, user_id: string): Promise<string[]> {
  const rows = await tx.query<{ org_name: string }>(sql`
    SELECT org_name FROM organizations
    WHERE head_coach_user_id = ${user_id} AND head_coach_accepted_at IS NOT NULL ORDER BY org_name`);
  return rows.map(({ org_name }) => org_name);
}

type EndingMembership = {
  readonly org_id: string;
  readonly org_name: string;
  readonly coach_ids: readonly string[];
  readonly group_ids: readonly string[];
  readonly plan_ids: readonly string[];
};

/**
 * The memberships that end with a person, with their groups and the plans in force. Those who are changing one of them, and
 * will write its name into the log, are waited for.
 */
export async function lockEndingMemberships(tx: Transaction, user_id: string): Promise<EndingMembership[]> {
  await tx.execute(sql`
    SELECT 1 FROM organization_members WHERE user_id = ${user_id} ORDER BY org_id FOR UPDATE`);
  return await tx.query<EndingMembership>(sql`
    SELECT o.org_id, o.org_name, ${COACH_IDS} AS coach_ids,
      ARRAY(SELECT g.group_id FROM group_members g
            WHERE g.org_id = m.org_id AND g.user_id = m.user_id ORDER BY g.added_at, g.group_id) AS group_ids,
      ARRAY(SELECT p.id FROM plan_assignments p
            WHERE p.org_id = m.org_id AND p.user_id = m.user_id AND p.ended_at IS NULL ORDER BY p.id) AS plan_ids
    FROM organization_members m JOIN organizations o USING (org_id)
    WHERE m.user_id = ${user_id} AND m.left_at IS NULL ORDER BY m.org_id`);
}

type EndingCoaching = { readonly org_id: string; readonly unassigned_members: number };

export async function lockEndingCoaching(tx: Transaction, user_id: string): Promise<EndingCoaching[]> {
  await tx.execute(sql`
    SELECT 1 FROM organization_coaches WHERE user_id = ${user_id} ORDER BY org_id FOR UPDATE`);
  return await tx.query<EndingCoaching>(sql`
    SELECT c.org_id, (SELECT count(*)::int FROM organization_members m
                      WHERE m.org_id = c.org_id AND m.coach_id = c.user_id) AS unassigned_members
    FROM organization_coaches c WHERE c.user_id = ${user_id} ORDER BY c.org_id`);
}
