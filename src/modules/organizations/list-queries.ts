import type { Queryable } from '../../infra/db/queryable.ts';
import { joinSql, type Sql, sql } from '../../infra/db/sql.ts';
import type { Tier } from '../../shared/access.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import type { CoachRole, MemberStatus } from './types.ts';

export type ListedOrganization = {
  readonly org_id: string;
  readonly org_name: string;
  readonly tier: Tier;
  /** Null where nobody leads it. */
  readonly head_coach_user_id: string | null;
  /** Whether the head coach has agreed to be it. */
  readonly head_coach_accepted: boolean;
  /** Since when its API keys do not work; null where they do. */
  readonly suspended_at: Date | null;
  /** Current members, and coaches beside the head coach. */
  readonly members: number;
  readonly coaches: number;
  readonly created_at: Date;
};

export type OrganizationFilter = {
  /** Part of the name, whatever its case. */
  readonly q?: string | undefined;
  readonly tier?: Tier | undefined;
  readonly suspended?: boolean | undefined;
};

const COLUMNS = sql`
  o.org_id, o.org_name, o.tier, o.head_coach_user_id, o.head_coach_accepted_at IS NOT NULL AS head_coach_accepted, o.suspended_at,
  (SELECT count(*)::int FROM organization_members m WHERE m.org_id = o.org_id AND m.left_at IS NULL) AS members,
  (SELECT count(*)::int FROM organization_coaches c WHERE c.org_id = o.org_id) AS coaches, o.created_at`;

/** A page of all that match, newest first. For the operator and platform admins only: no tenant bounds it. */
export async function findOrganizationPage(
  db: Queryable,
  { after, limit, q, tier, suspended }: OrganizationFilter & { after: PagePosition | null; limit: number },
): Promise<ListedOrganization[]> {
  const conditions: Sql[] = [sql`true`];
  if (q !== undefined) conditions.push(sql`strpos(lower(o.org_name), lower(${q})) > 0`);
  if (tier !== undefined) conditions.push(sql`o.tier = ${tier}`);
  if (suspended !== undefined) conditions.push(sql`(o.suspended_at IS NOT NULL) = ${suspended}`);
  if (after !== null) conditions.push(sql`(o.created_at, o.org_id) < (${after.at}, ${after.id}::uuid)`);
  return await db.query<ListedOrganization>(sql`
    SELECT ${COLUMNS} FROM (
      SELECT * FROM organizations o WHERE ${joinSql(conditions, ' AND ')}
      ORDER BY o.created_at DESC, o.org_id DESC LIMIT ${limit}
    ) o
    ORDER BY o.created_at DESC, o.org_id DESC`);
}

/** What the command line shows of one, with the addresses by which the operator reaches who leads it. */
export type OrganizationDetails = ListedOrganization & {
  readonly description: string;
  readonly head_coach_email: string | null;
  readonly coach_list: readonly { user_id: string; email: string; role: CoachRole }[];
  readonly members_by_status: Readonly<Partial<Record<MemberStatus, number>>>;
};

export async function findOrganizationDetails(
  db: Queryable,
  org_id: string,
): Promise<OrganizationDetails | null> {
  return await db.maybeOne<OrganizationDetails>(sql`
    SELECT ${COLUMNS}, o.description, (SELECT email FROM users WHERE user_id = o.head_coach_user_id) AS head_coach_email,
      coalesce((
        SELECT json_agg(json_build_object('user_id', c.user_id, 'email', u.email, 'role', c.role) ORDER BY c.added_at, c.user_id)
        FROM organization_coaches c JOIN users u USING (user_id) WHERE c.org_id = o.org_id), '[]') AS coach_list,
      coalesce((
        SELECT json_object_agg(status, members) FROM (
          SELECT m.status, count(*)::int AS members FROM organization_members m
          WHERE m.org_id = o.org_id AND m.left_at IS NULL GROUP BY m.status
        ) counted), '{}') AS members_by_status
    FROM organizations o WHERE o.org_id = ${org_id}`);
}
