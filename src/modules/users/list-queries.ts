import type { Queryable } from '../../infra/db/queryable.ts';
import { joinSql, type Sql, sql } from '../../infra/db/sql.ts';
import type { PagePosition } from '../../shared/page-cursor.ts';
import type { User } from './user.ts';

export type ListedUser = Pick<
  User,
  | 'user_id'
  | 'email'
  | 'username'
  | 'display_name'
  | 'status'
  | 'membership_role'
  | 'is_platform_admin'
  | 'is_verified'
  | 'created_at'
  | 'last_login_at'
>;

export type UserFilter = {
  /** Part of the e-mail address, the user name or the display name, in whatever case. */
  readonly q?: string | undefined;
  readonly status?: User['status'] | undefined;
  readonly membership_role?: User['membership_role'] | undefined;
  readonly is_platform_admin?: boolean | undefined;
};

const COLUMNS = sql`
  u.user_id, u.email, u.username, u.display_name, u.status, u.membership_role, u.is_platform_admin, u.is_verified, u.created_at,
  u.last_login_at`;

/** A page of all users who match, the newest first. For the operator and platform admins only, since no tenant limits it. */
export async function findUserPage(
  db: Queryable,
  { after, limit, ...filter }: UserFilter & { after: PagePosition | null; limit: number },
): Promise<ListedUser[]> {
  const conditions = [sql`true`, ...conditionsOf(filter)];
  if (after !== null) conditions.push(sql`(u.created_at, u.user_id) < (${after.at}, ${after.id}::uuid)`);
  return await db.query<ListedUser>(sql`
    SELECT ${COLUMNS} FROM users u WHERE ${joinSql(conditions, ' AND ')}
    ORDER BY u.created_at DESC, u.user_id DESC LIMIT ${limit}`);
}

function conditionsOf({ q, status, membership_role, is_platform_admin }: UserFilter): Sql[] {
  const conditions: Sql[] = [];
  if (q !== undefined)
    conditions.push(sql`(strpos(lower(u.email), lower(${q})) > 0 OR strpos(lower(u.username), lower(${q})) > 0
      OR strpos(lower(u.display_name), lower(${q})) > 0)`);
  if (status !== undefined) conditions.push(sql`u.status = ${status}`);
  if (membership_role !== undefined) conditions.push(sql`u.membership_role = ${membership_role}`);
  if (is_platform_admin !== undefined) conditions.push(sql`u.is_platform_admin = ${is_platform_admin}`);
  return conditions;
}

export async function findListedUser(
  db: Queryable,
  by: { readonly user_id: string } | { readonly email: string },
): Promise<ListedUser | null> {
  const is = 'email' in by ? sql`lower(u.email) = lower(${by.email})` : sql`u.user_id = ${by.user_id}`;
  return await db.maybeOne<ListedUser>(sql`SELECT ${COLUMNS} FROM users u WHERE ${is}`);
}
