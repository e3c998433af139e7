import type { Queryable, Transaction } from '../../infra/db/queryable.ts';
import { rawSql, sql } from '../../infra/db/sql.ts';
import type { LargestUse } from '../../shared/quotas.ts';
import { ACCOUNT_IS_ACTIVE } from '../users/index.ts';
import type { Group, GroupSummary, GroupText } from './group.ts';

type GroupId = { org_id: string; group_id: string };

const COLUMNS = rawSql('g.id, g.org_id, g.name, g.description, g.color, g.created_at, g.updated_at');

const GROUP_COLUMNS = sql`
  ${COLUMNS}, (SELECT count(*)::int FROM group_members gm WHERE gm.group_id = g.id) AS member_count,
  ARRAY(
    SELECT gm.user_id FROM group_members gm WHERE gm.group_id = g.id ORDER BY gm.added_at, gm.user_id
  ) AS members`;

/**
 * All groups of an organization, or those of the ids, the oldest first, without the people in them: of these, active accounts count. All
 * groups are counted at once, not one by one, which takes forty times as long for 2,000.
 */
export async function listGroups(
  db: Queryable,
  org_id: string,
  ids: readonly string[] | null = null,
): Promise<GroupSummary[]> {
  return await db.query<GroupSummary>(sql`
    SELECT ${COLUMNS}, coalesce(counted.members, 0) AS member_count
    FROM groups g LEFT JOIN (
      SELECT gm.group_id, count(*)::int AS members FROM group_members gm
      WHERE gm.org_id = ${org_id} AND (${ids}::uuid[] IS NULL OR gm.group_id = ANY(${ids}::uuid[]))
        AND NOT EXISTS (SELECT FROM users u WHERE u.user_id = gm.user_id AND NOT (${rawSql(ACCOUNT_IS_ACTIVE)}))
      GROUP BY gm.group_id
    ) counted ON counted.group_id = g.id
    WHERE g.org_id = ${org_id} AND (${ids}::uuid[] IS NULL OR g.id = ANY(${ids}::uuid[])) ORDER BY g.created_at, g.id`);
}

/**
 * Some of the groups in the order of their ids, and so the oldest first.
 *
 * @param page.after only those whose id comes after this
 */
export async function findGroups(
  db: Queryable,
  { org_id, after, limit }: { org_id: string; after: string | null; limit: number },
): Promise<Group[]> {
  const beyond = after === null ? sql`true` : sql`g.id > ${after}`;
  return await db.query<Group>(sql`
    SELECT ${GROUP_COLUMNS} FROM groups g WHERE g.org_id = ${org_id} AND ${beyond} ORDER BY g.id LIMIT ${limit}`);
}

export async function findGroup(db: Queryable, { org_id, group_id }: GroupId): Promise<Group | null> {
  return await db.maybeOne<Group>(sql`
    SELECT ${GROUP_COLUMNS} FROM groups g WHERE g.org_id = ${org_id} AND g.id = ${group_id}`);
}

export async function insertGroup(
  tx: Transaction,
  row: GroupText & { id: string; org_id: string; created_at: Date },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO groups (id, org_id, name, description, color, created_at, updated_at)
    VALUES (${row.id}, ${row.org_id}, ${row.name}, ${row.description}, ${row.color}, ${row.created_at},
            ${row.created_at})`);
}

export async function countGroups(tx: Transaction, org_id: string): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM groups WHERE org_id = ${org_id}`);
  return count;
}

/** Holds a group against change and deletion until the transaction ends. */
export async function lockGroup(
  tx: Transaction,
  { org_id, group_id }: GroupId,
  strength: 'to change' | 'to use',
): Promise<(GroupText & { id: string }) | null> {
  const lock = strength === 'to change' ? sql`FOR NO KEY UPDATE` : sql`FOR KEY SHARE`;
  return await tx.maybeOne(sql`
    SELECT id, name, description, color FROM groups WHERE org_id = ${org_id} AND id = ${group_id} ${lock}`);
}

/** What is as it was is left alone, `updated_at` included. */
export async function updateGroupText(
  tx: Transaction,
  row: GroupText & GroupId & { updated_at: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE groups
    SET name = ${row.name}, description = ${row.description}, color = ${row.color}, updated_at = ${row.updated_at}
    WHERE org_id = ${row.org_id} AND id = ${row.group_id}
      AND (name, description, color) IS DISTINCT FROM (${row.name}::text, ${row.description}::text, ${row.color}::text)`);
}

/** Deletes a group; who was in it stays a member of the organization. @returns its name, null when there is none. */
export async function deleteGroupRow(
  tx: Transaction,
  { org_id, group_id }: GroupId,
): Promise<{ id: string; name: string } | null> {
  return await tx.maybeOne(sql`
    DELETE FROM groups WHERE org_id = ${org_id} AND id = ${group_id} RETURNING id, name`);
}

/** @returns false when the user was in the group already. */
export async function insertGroupMember(
  tx: Transaction,
  row: GroupId & { user_id: string; added_at: Date },
): Promise<boolean> {
  const inserted = await tx.execute(sql`
    INSERT INTO group_members (org_id, group_id, user_id, added_at)
    VALUES (${row.org_id}, ${row.group_id}, ${row.user_id}, ${row.added_at})
    ON CONFLICT (group_id, user_id) DO NOTHING`);
  return inserted > 0;
}

/** @returns whether the user was in the group. */
export async function deleteGroupMember(
  tx: Transaction,
  { org_id, group_id, user_id }: GroupId & { user_id: string },
): Promise<boolean> {
  const deleted = await tx.execute(sql`
    DELETE FROM group_members
    WHERE org_id = ${org_id} AND group_id = ${group_id} AND user_id = ${user_id}`);
  return deleted > 0;
}

/**
 * Who is in any of the groups, each once, and which of the groups there are.
 *
 * @param limit how many people at the most
 */
export async function findPeopleOfGroups(
  db: Queryable,
  { org_id, group_ids, limit }: { org_id: string; group_ids: readonly string[]; limit: number },
): Promise<{ group_ids: string[]; user_ids: string[] }> {
  return await db.one(sql`
    SELECT
      ARRAY(SELECT g.id FROM groups g WHERE g.org_id = ${org_id} AND g.id = ANY(${group_ids}::uuid[])) AS group_ids,
      ARRAY(
        SELECT DISTINCT gm.user_id FROM group_members gm
        WHERE gm.org_id = ${org_id} AND gm.group_id = ANY(${group_ids}::uuid[])
        ORDER BY gm.user_id LIMIT ${limit}
      ) AS user_ids`);
}

export async function findOwnGroups(
  db: Queryable,
  user_id: string,
): Promise<{ id: string; org_id: string; name: string; added_at: Date }[]> {
  return await db.query(sql`
    SELECT g.id, g.org_id, g.name, gm.added_at
    FROM organization_members m
    JOIN group_members gm ON gm.org_id = m.org_id AND gm.user_id = m.user_id
    JOIN groups g ON g.id = gm.group_id
    WHERE m.user_id = ${user_id} ORDER BY gm.added_at, g.id`);
}

/** The groups of an organization that some people are in: by person, then the oldest first. */
export async function findGroupsOfMany(
  db: Queryable,
  { org_id, user_ids }: { org_id: string; user_ids: readonly string[] },
): Promise<{ user_id: string; id: string; name: string; color: string | null }[]> {
  return await db.query(sql`
    SELECT gm.user_id, g.id, g.name, g.color FROM group_members gm JOIN groups g ON g.id = gm.group_id AND g.org_id = gm.org_id
    WHERE gm.org_id = ${org_id} AND gm.user_id = ANY(${user_ids}::uuid[]) ORDER BY gm.user_id, g.created_at, g.id`);
}

export async function findMostGroups(db: Queryable, limit: number): Promise<LargestUse[]> {
  return await db.query<LargestUse>(sql`
    SELECT o.org_id AS id, o.org_name AS name, most.used
    FROM (
      SELECT org_id, count(*)::int AS used FROM groups GROUP BY org_id
      ORDER BY used DESC, org_id LIMIT ${limit}
    ) most JOIN organizations o USING (org_id)
    ORDER BY most.used DESC, o.org_id`);
}
