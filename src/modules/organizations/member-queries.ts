import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import type { NameColumns } from '../users/index.ts';
import { shownName } from '../users/index.ts';
import { MEMBER_NAME_COLUMNS, type MemberNameColumns, memberName } from './name-columns.ts';
import { TEAM_PRIVACY } from './privacy-queries.ts';
import type { Member, MemberStatus } from './types.ts';

type MemberId = { org_id: string; user_id: string };

/** What a coach writes about a member. A null nickname leaves the athlete's own name. */
export type MemberText = {
  display_name: string | null;
  member_level: string | null;
  labels: readonly string[];
};
export type MemberRecord = MemberText & { status: MemberStatus; coach_id: string | null };

export type MemberRow = Omit<Member, 'display_name'> & MemberNameColumns;

export const MEMBER_COLUMNS = sql`
  m.user_id, m.member_level, m.labels, m.status, m.coach_id, m.joined_at, ${MEMBER_NAME_COLUMNS}`;

export function toMember(row: MemberRow): Member {
  const { user_id, username, member_level, labels, status, coach_id, joined_at } = row;
  return {
    user_id,
    username,
    display_name: memberName(row),
    member_level,
    labels,
    status,
    coach_id,
    joined_at,
  };
}

export async function findMember(db: Queryable, { org_id, user_id }: MemberId): Promise<Member | null> {
  const row = await db.maybeOne<MemberRow>(sql`
    SELECT ${MEMBER_COLUMNS}
    FROM organization_members m JOIN users u USING (user_id)
    WHERE m.org_id = ${org_id} AND m.user_id = ${user_id} AND m.left_at IS NULL`);
  return row && toMember(row);
}

/**
 * The name by which coaches know somebody who is or was on the roster; null for nobody, such as who has deleted their
 * account since.
 */
export async function findRosterName(db: Queryable, { org_id, user_id }: MemberId): Promise<string | null> {
  const row = await db.maybeOne<MemberNameColumns>(sql`
    SELECT ${MEMBER_NAME_COLUMNS} FROM organization_members m JOIN users u USING (user_id)
    WHERE m.org_id = ${org_id} AND m.user_id = ${user_id}`);
  return row && memberName(row);
}

/** The coach whom a current member is assigned to, by the name that the team knows them by; null where there is none. */
export async function findCoachOf(
  db: Queryable,
  { org_id, user_id }: MemberId,
): Promise<{ user_id: string; name: string } | null> {
  const row = await db.maybeOne<NameColumns & { user_id: string }>(sql`
    SELECT u.user_id, u.username, u.display_name, u.first_name, u.last_name, ${rawSql(TEAM_PRIVACY)} AS privacy
    FROM organization_members assigned JOIN users u ON u.user_id = assigned.coach_id
    LEFT JOIN organization_members m ON m.org_id = assigned.org_id AND m.user_id = u.user_id
    WHERE assigned.org_id = ${org_id} AND assigned.user_id = ${user_id} AND assigned.left_at IS NULL`);
  return row && { user_id: row.user_id, name: shownName(row, 'coach') };
}

export async function countMembers(tx: Transaction, org_id: string): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM organization_members WHERE org_id = ${org_id} AND left_at IS NULL`);
  return count;
}

/**
 * Puts a user on the roster. Who left before joins anew: nothing that was written about them then comes back.
 *
 * @returns false when the user is a member already.
 */
export async function insertMember(
  tx: Transaction,
  { org_id, user_id, joined_at, ...text }: MemberId & MemberText & { joined_at: Date },
): Promise<boolean> {
  const inserted = await tx.execute(sql`
    INSERT INTO organization_members (org_id, user_id, display_name, member_level, labels, joined_at)
    VALUES (${org_id}, ${user_id}, ${text.display_name}, ${text.member_level}, ${text.labels}, ${joined_at})
    ON CONFLICT (org_id, user_id) DO UPDATE
    SET display_name = excluded.display_name, member_level = excluded.member_level, labels = excluded.labels,
        status = 'active', coach_id = NULL, joined_at = excluded.joined_at, left_at = NULL
    WHERE organization_members.left_at IS NOT NULL`);
  return inserted > 0;
}

export async function lockMember(
  tx: Transaction,
  { org_id, user_id }: MemberId,
): Promise<MemberRecord | null> {
  return await tx.maybeOne<MemberRecord>(sql`
    SELECT display_name, member_level, labels, status, coach_id
    FROM organization_members
    WHERE org_id = ${org_id} AND user_id = ${user_id} AND left_at IS NULL
    FOR NO KEY UPDATE`);
}

/** Those of the users who are members, with the names coaches know them by, held as members until the transaction ends. */
export async function holdMembers(
  tx: Transaction,
  { org_id, user_ids }: { org_id: string; user_ids: readonly string[] },
): Promise<{ user_id: string; display_name: string }[]> {
  const rows = await tx.query<MemberNameColumns & { user_id: string }>(sql`
    SELECT m.user_id, ${MEMBER_NAME_COLUMNS}
    FROM organization_members m JOIN users u USING (user_id)
    WHERE m.org_id = ${org_id} AND m.user_id = ANY(${user_ids}::uuid[]) AND m.left_at IS NULL
    ORDER BY m.user_id FOR SHARE OF m`);
  return rows.map((row) => ({ user_id: row.user_id, display_name: memberName(row) }));
}

/** What is known of somebody's membership, be it over, held until the transaction ends; null for who was never a member. */
export async function holdMembership(
  tx: Transaction,
  { org_id, user_id }: MemberId,
): Promise<{ status: MemberStatus; left_at: Date | null } | null> {
  return await tx.maybeOne(sql`
    SELECT status, left_at FROM organization_members
    WHERE org_id = ${org_id} AND user_id = ${user_id} FOR NO KEY UPDATE`);
}

export async function updateMemberRecord(
  tx: Transaction,
  { org_id, user_id, ...record }: MemberId & MemberRecord,
): Promise<void> {
  await tx.execute(sql`
    UPDATE organization_members
    SET display_name = ${record.display_name}, member_level = ${record.member_level}, labels = ${record.labels},
        status = ${record.status}, coach_id = ${record.coach_id}
    WHERE org_id = ${org_id} AND user_id = ${user_id} AND left_at IS NULL`);
}

/** Marks a member as gone. */
export async function endMembership(
  tx: Transaction,
  { org_id, user_id, left_at }: MemberId & { left_at: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE organization_members SET left_at = ${left_at}
    WHERE org_id = ${org_id} AND user_id = ${user_id} AND left_at IS NULL`);
}

/** @returns the groups the user was in. */
export async function leaveAllGroups(tx: Transaction, { org_id, user_id }: MemberId): Promise<string[]> {
  const rows = await tx.query<{ group_id: string }>(sql`
    DELETE FROM group_members WHERE org_id = ${org_id} AND user_id = ${user_id} RETURNING group_id`);
  return rows.map((row) => row.group_id);
}

/** Takes back every plan the user has from the organization. @returns the athlete's plans that this ended. */
export async function endAllPlans(
  tx: Transaction,
  { org_id, user_id, ended_at }: MemberId & { ended_at: Date },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    UPDATE plan_assignments SET ended_at = ${ended_at}, updated_at = ${ended_at}
    WHERE org_id = ${org_id} AND user_id = ${user_id} AND ended_at IS NULL
    RETURNING id`);
  return rows.map((row) => row.id);
}

/** Members whose coach stops being one have none. @returns how many there were. */
export async function unassignCoach(tx: Transaction, { org_id, user_id }: MemberId): Promise<number> {
  return await tx.execute(sql`
    UPDATE organization_members SET coach_id = NULL WHERE org_id = ${org_id} AND coach_id = ${user_id}`);
}
