import type { Queryable } from '../../infra/db/queryable.ts';
import { type Sql, sql } from '../../infra/db/sql.ts';
import type { OwnOrganization } from './types.ts';

/**
 * Some of the organizations that a person leads, coaches or is a member of, in the order of their ids, and so the oldest first.
 *
 * @param page.after only those whose id comes after this
 */
export async function findOwnOrganizations(
  db: Queryable,
  { user_id, after, limit }: { user_id: string; after: string | null; limit: number },
): Promise<OwnOrganization[]> {
  const beyond = after === null ? sql`true` : sql`o.org_id > ${after}`;
  return await db.query<OwnOrganization>(sql`
    WITH own AS (${ownIds(user_id)})
    SELECT o.org_id, o.org_name, o.settings ->> 'logo_url' AS logo_url, m.status AS member_status,
      CASE WHEN o.head_coach_user_id = ${user_id} THEN 'head_coach' ELSE coalesce(c.role, 'member') END AS role
    FROM own JOIN organizations o USING (org_id)
    LEFT JOIN organization_coaches c ON c.org_id = o.org_id AND c.user_id = ${user_id}
    LEFT JOIN organization_members m ON m.org_id = o.org_id AND m.user_id = ${user_id} AND m.left_at IS NULL
    WHERE ${beyond} ORDER BY o.org_id LIMIT ${limit}`);
}

export async function countOwnOrganizations(db: Queryable, user_id: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (${ownIds(user_id)}) own`);
  return count;
}

const ownIds = (user_id: string): Sql => sql`
  SELECT org_id FROM organizations WHERE head_coach_user_id = ${user_id}
  UNION SELECT org_id FROM organization_coaches WHERE user_id = ${user_id}
  UNION SELECT org_id FROM organization_members WHERE user_id = ${user_id} AND left_at IS NULL`;
