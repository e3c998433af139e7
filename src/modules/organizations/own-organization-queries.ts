import type { Queryable } from '../../infra/db/queryable.ts';
import { sql } from '../../infra/db/sql.ts';
import type { OwnOrganization } from './types.ts';

/** One page by name, with the number of all. */
export async function findOwnOrganizations(
  db: Queryable,
  { user_id, limit, offset }: { user_id: string; limit: number; offset: number },
): Promise<{ organizations: OwnOrganization[]; count: number }> {
  const rows = await db.query<{ count: number } & (OwnOrganization | { org_id: null })>(sql`
    WITH own AS (
      SELECT org_id FROM organizations WHERE head_coach_user_id = ${user_id}
      UNION SELECT org_id FROM organization_coaches WHERE user_id = ${user_id}
      UNION SELECT org_id FROM organization_members WHERE user_id = ${user_id} AND left_at IS NULL
    )
    SELECT counted.count, page.*
    FROM (SELECT count(*)::int AS count FROM own) counted
    LEFT JOIN (
      SELECT o.org_id, o.org_name, o.settings ->> 'logo_url' AS logo_url, m.status AS member_status,
        CASE WHEN o.head_coach_user_id = ${user_id} THEN 'head_coach' ELSE coalesce(c.role, 'member') END AS role
      FROM own JOIN organizations o USING (org_id)
      LEFT JOIN organization_coaches c ON c.org_id = o.org_id AND c.user_id = ${user_id}
      LEFT JOIN organization_members m ON m.org_id = o.org_id AND m.user_id = ${user_id} AND m.left_at IS NULL
      ORDER BY lower(o.org_name), o.org_id LIMIT ${limit} OFFSET ${offset}
    ) page ON true
    ORDER BY lower(page.org_name), page.org_id`);
  return { organizations: rows.filter((row) => row.org_id !== null), count: rows[0]?.count ?? 0 };
}
