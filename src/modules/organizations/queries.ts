import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import type { Tier } from '../../shared/access.ts';
import type { NameColumns } from '../users/index.ts';
import { holdUser, shownName } from '../users/index.ts';
import { TEAM_PRIVACY } from './privacy-queries.ts';
import type { CoachRole, MemberStatus, Organization, Settings } from './types.ts';

export type OrganizationAndTies = {
  org_id: string;
  org_name: string;
  tier: Tier;
  is_head_coach: boolean;
  coach_role: CoachRole | null;
  member_status: MemberStatus | null;
};

/** An organization with what ties a user to it; without a user there are no ties. */
export async function findOrganizationAndTies(
  db: Queryable,
  { org_id, user_id }: { org_id: string; user_id: string | null },
): Promise<OrganizationAndTies | null> {
  return await db.maybeOne<OrganizationAndTies>(sql`
    SELECT o.org_id, o.org_name, o.tier, coalesce(o.head_coach_user_id = ${user_id}, false) AS is_head_coach,
           c.role AS coach_role, m.status AS member_status
    FROM organizations o
    LEFT JOIN organization_coaches c ON c.org_id = o.org_id AND c.user_id = ${user_id}
    LEFT JOIN organization_members m ON m.org_id = o.org_id AND m.user_id = ${user_id} AND m.left_at IS NULL
    WHERE o.org_id = ${org_id}`);
}

export async function countCoaches(db: Queryable, org_id: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM organization_coaches WHERE org_id = ${org_id}`,
  );
  return count;
}

type OrganizationRow = Omit<Organization, 'coaches'> & {
  coaches: (NameColumns & { user_id: string; role: CoachRole })[];
};

/** With the coaches by the names that the audience may see them by: `coach` is the team. */
export async function findOrganization(
  db: Queryable,
  org_id: string,
  audience: 'coach' | 'public',
): Promise<Organization | null> {
  const row = await db.maybeOne<OrganizationRow>(sql`
    SELECT o.org_id, o.org_name, o.description, o.head_coach_user_id,
           o.head_coach_accepted_at IS NOT NULL AS head_coach_accepted, o.settings, o.tier, o.created_at,
           coalesce((
             SELECT jsonb_agg(
               jsonb_build_object('user_id', c.user_id, 'role', c.role, 'username', u.username,
                 'display_name', u.display_name, 'first_name', u.first_name, 'last_name', u.last_name,
                 'privacy', ${rawSql(TEAM_PRIVACY)})
               ORDER BY c.added_at, c.user_id)
             FROM organization_coaches c JOIN users u USING (user_id)
             LEFT JOIN organization_members m ON m.org_id = c.org_id AND m.user_id = c.user_id
             WHERE c.org_id = o.org_id
           ), '[]') AS coaches
    FROM organizations o
    WHERE o.org_id = ${org_id}`);
  if (row === null) return null;
  const coaches = row.coaches.map(({ user_id, role, ...names }) => ({
    user_id,
    name: shownName(names, audience),
    role,
  }));
  return { ...row, coaches };
}

/** What is told of a change of the roster: where, and who coaches there at that moment. */
type Team = { org_id: string; org_name: string; coach_ids: string[] };

/** Of `organizations o`: the head coach and the other coaches. */
export const COACH_IDS = rawSql(`ARRAY(
  SELECT o.head_coach_user_id WHERE o.head_coach_user_id IS NOT NULL
  UNION SELECT c.user_id FROM organization_coaches c WHERE c.org_id = o.org_id)`);

/** An organization that stays until the transaction ends; null when there is none. */
export async function holdTeam(tx: Transaction, org_id: string): Promise<Team | null> {
  return await tx.maybeOne<Team>(sql`
    SELECT o.org_id, o.org_name, ${COACH_IDS} AS coach_ids
    FROM organizations o WHERE o.org_id = ${org_id} FOR KEY SHARE OF o`);
}

export async function findCoachesAmong(
  db: Queryable,
  { org_id, user_ids }: { org_id: string; user_ids: readonly string[] },
): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(sql`
    SELECT coach.user_id FROM organizations o CROSS JOIN unnest(${COACH_IDS}) AS coach (user_id)
    WHERE o.org_id = ${org_id} AND coach.user_id = ANY(${user_ids}::uuid[])`);
  return rows.map(({ user_id }) => user_id);
}

type OrganizationText = { org_name: string; description: string; settings: Settings };

export async function insertOrganization(
  tx: Transaction,
  row: OrganizationText & {
    org_id: string;
    head_coach_user_id: string;
    head_coach_accepted_at: Date | null;
    tier: Tier;
    created_at: Date;
  },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO organizations (org_id, org_name, description, head_coach_user_id, head_coach_accepted_at, settings, tier,
      created_at, updated_at)
    VALUES (${row.org_id}, ${row.org_name}, ${row.description}, ${row.head_coach_user_id}, ${row.head_coach_accepted_at},
            ${JSON.stringify(row.settings)}, ${row.tier}, ${row.created_at}, ${row.created_at})`);
}

type LockedOrganization = OrganizationText & {
  org_id: string;
  head_coach_user_id: string | null;
  head_coach_accepted_at: Date | null;
};

export async function lockOrganization(tx: Transaction, org_id: string): Promise<LockedOrganization | null> {
  return await tx.maybeOne(sql`
    SELECT org_id, org_name, description, settings, head_coach_user_id, head_coach_accepted_at
    FROM organizations WHERE org_id = ${org_id} FOR NO KEY UPDATE`);
}

/** What is as it was is left alone, `updated_at` included. */
export async function updateOrganizationText(
  tx: Transaction,
  row: OrganizationText & { org_id: string; updated_at: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE organizations
    SET org_name = ${row.org_name}, description = ${row.description}, settings = ${JSON.stringify(row.settings)},
        updated_at = ${row.updated_at}
    WHERE org_id = ${row.org_id} AND (org_name, description, settings)
      IS DISTINCT FROM (${row.org_name}::text, ${row.description}::text, ${JSON.stringify(row.settings)}::jsonb)`);
}

export async function lockTier(
  tx: Transaction,
  org_id: string,
): Promise<{ org_id: string; org_name: string; tier: Tier } | null> {
  return await tx.maybeOne(sql`
    SELECT org_id, org_name, tier FROM organizations WHERE org_id = ${org_id} FOR NO KEY UPDATE`);
}

export async function updateTier(
  tx: Transaction,
  row: { org_id: string; tier: Tier; updated_at: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE organizations SET tier = ${row.tier}, updated_at = ${row.updated_at} WHERE org_id = ${row.org_id}`);
}

/** Since when an organization is suspended, locked until the transaction ends. */
export async function lockSuspension(
  tx: Transaction,
  org_id: string,
): Promise<{ org_id: string; org_name: string; suspended_at: Date | null } | null> {
  return await tx.maybeOne(sql`
    SELECT org_id, org_name, suspended_at FROM organizations WHERE org_id = ${org_id} FOR NO KEY UPDATE`);
}

export async function updateSuspension(
  tx: Transaction,
  row: { org_id: string; suspended_at: Date | null; updated_at: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE organizations SET suspended_at = ${row.suspended_at}, updated_at = ${row.updated_at}
    WHERE org_id = ${row.org_id}`);
}

/** The name of an organization and who may manage it and its keys: the head coach and the admins. Null: there is none. */
export async function findLeadership(
  db: Queryable,
  org_id: string,
): Promise<{ org_name: string; leader_ids: string[] } | null> {
  return await db.maybeOne(sql`
    SELECT o.org_name, ARRAY(
      SELECT o.head_coach_user_id
      UNION SELECT c.user_id FROM organization_coaches c WHERE c.org_id = o.org_id AND c.role = 'admin'
    ) AS leader_ids
    FROM organizations o WHERE o.org_id = ${org_id}`);
}

export async function updateHeadCoach(
  tx: Transaction,
  row: {
    org_id: string;
    head_coach_user_id: string | null;
    head_coach_accepted_at: Date | null;
    updated_at: Date;
  },
): Promise<void> {
  await tx.execute(sql`
    UPDATE organizations
    SET head_coach_user_id = ${row.head_coach_user_id}, head_coach_accepted_at = ${row.head_coach_accepted_at},
        updated_at = ${row.updated_at}
    WHERE org_id = ${row.org_id}`);
}

export async function findCoachRole(
  tx: Transaction,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<CoachRole | null> {
  const coach = await tx.maybeOne<{ role: CoachRole }>(sql`
    SELECT role FROM organization_coaches WHERE org_id = ${org_id} AND user_id = ${user_id}`);
  return coach?.role ?? null;
}

export async function upsertCoach(
  tx: Transaction,
  coach: { org_id: string; user_id: string; role: CoachRole; added_at: Date },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO organization_coaches (org_id, user_id, role, added_at)
    VALUES (${coach.org_id}, ${coach.user_id}, ${coach.role}, ${coach.added_at})
    ON CONFLICT (org_id, user_id) DO UPDATE SET role = excluded.role`);
}

/** @returns whether there was such a coach. */
export async function deleteCoach(
  tx: Transaction,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<boolean> {
  const deleted = await tx.execute(sql`
    DELETE FROM organization_coaches WHERE org_id = ${org_id} AND user_id = ${user_id}`);
  return deleted > 0;
}

/**
 * Whether a user is the head coach or another coach. Holds the organization and the user, so that the coach stays one until
 * the transaction ends: whoever removes a coach locks the one against this, who deletes their account the other.
 */
export async function isCoachForNow(
  tx: Transaction,
  { org_id, user_id }: { org_id: string; user_id: string },
): Promise<boolean> {
  const organization = await tx.maybeOne<{ is_head_coach: boolean }>(sql`
    SELECT head_coach_user_id = ${user_id} AS is_head_coach FROM organizations WHERE org_id = ${org_id} FOR SHARE`);
  await holdUser(tx, user_id);
  return organization?.is_head_coach === true || (await findCoachRole(tx, { org_id, user_id })) !== null;
}
