import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { joinSql, type Sql, sql } from '../../infra/db/sql.ts';
import { MEMBER_NAME_COLUMNS, type MemberNameColumns, memberName } from './name-columns.ts';
import type { Member, MemberStatus } from './types.ts';

type MemberId = { org_id: string; user_id: string };

/** What a coach writes about a member. A null nickname leaves the athlete's own name. */
export type MemberText = {
  display_name: string | null;
  member_level: string | null;
  labels: readonly string[];
};
export type MemberRecord = MemberText & { status: MemberStatus; coach_id: string | null };

export type MemberFilter = {
  org_id: string;
  status: MemberStatus | undefined;
  level: string | undefined;
  /** All of them. */
  labels: readonly string[];
  coach_id: string | undefined;
  limit: number;
  offset: number;
};

type MemberRow = Omit<Member, 'display_name'> & MemberNameColumns;

const MEMBER_COLUMNS = sql`
  m.user_id, m.member_level, m.labels, m.status, m.coach_id, m.joined_at, ${MEMBER_NAME_COLUMNS}`;

function toMember(row: MemberRow): Member {
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

/** One page of the roster by date of joining, with the number of all who match. */
export async function findMembers(
  db: Queryable,
  filter: MemberFilter,
): Promise<{ members: Member[]; count: number }> {
  const matches = membersThatMatch(filter);
  const rows = await db.query<{ count: number } & (MemberRow | { user_id: null })>(sql`
    SELECT matching.count, page.*
    FROM (SELECT count(*)::int AS count FROM organization_members m WHERE ${matches}) matching
    LEFT JOIN (
      SELECT ${MEMBER_COLUMNS}
      FROM organization_members m JOIN users u USING (user_id)
      WHERE ${matches}
      ORDER BY m.joined_at, m.user_id
      LIMIT ${filter.limit} OFFSET ${filter.offset}
    ) page ON true
    ORDER BY page.joined_at, page.user_id`);
  return { members: rows.filter((row) => row.user_id !== null).map(toMember), count: rows[0]?.count ?? 0 };
}

function membersThatMatch(filter: MemberFilter): Sql {
  const conditions = [sql`m.org_id = ${filter.org_id} AND m.left_at IS NULL`];
  if (filter.status !== undefined) conditions.push(sql`m.status = ${filter.status}`);
  if (filter.level !== undefined) conditions.push(sql`m.member_level = ${filter.level}`);
  if (filter.labels.length > 0) conditions.push(sql`m.labels @> ${filter.labels}::text[]`);
  if (filter.coach_id !== undefined) conditions.push(sql`m.coach_id = ${filter.coach_id}`);
  return joinSql(conditions, ' AND ');
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

/** A current member's record, held until the transaction ends. */
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
