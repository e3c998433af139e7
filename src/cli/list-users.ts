import { findSignInWays } from '../modules/accounts/index.ts';
import { countOwnOrganizations, findOwnOrganizations } from '../modules/organizations/index.ts';
import { findUsersOnPage, presentListedUser } from '../modules/platform-admin/index.ts';
import { findListedUser, MEMBERSHIP_ROLES, USER_STATUSES } from '../modules/users/index.ts';
import { isUuid } from '../shared/ids.ts';
import { oneOfWords, readListOptions, readShowOptions } from './list-options.ts';
import { openServerDatabase } from './open-server-database.ts';
import { recordOf, tableOf } from './print-table.ts';
import type { CommandContext } from './terminal.ts';

const MOST_ORGANIZATIONS = 100;

/** `ekiden user list [--search …] [--status …] [--role …] [--limit …] [--cursor …] [--json]` */
export async function listUsers(args: readonly string[], { config, print }: CommandContext): Promise<number> {
  const { narrow, page, json } = readListOptions(args, ['search', 'status', 'role']);
  const role = oneOfWords('role', [...MEMBERSHIP_ROLES, 'admin'], narrow.role);
  const filter = {
    q: narrow.search,
    status: oneOfWords('status', USER_STATUSES, narrow.status),
    ...(role === 'admin' ? { is_platform_admin: true } : { membership_role: role }),
  };
  const db = await openServerDatabase(config);
  try {
    const { rows, next_cursor } = await findUsersOnPage(db, { filter, page });
    const users = rows.map(presentListedUser);
    if (json) print(JSON.stringify({ users, next_cursor }, null, 2));
    else if (users.length === 0) print('There is nobody like that.');
    else {
      print(
        tableOf(
          ['USER ID', 'E-MAIL', 'USER NAME', 'STATUS', 'ROLES', 'SINCE', 'LAST SIGN-IN'],
          users.map((user) => [
            user.user_id,
            user.email,
            user.username,
            user.status,
            rolesOf(user),
            user.created_at.slice(0, 10),
            user.last_login_at?.slice(0, 10) ?? '-',
          ]),
        ),
      );
      if (next_cursor !== null) print(`There are more: --cursor ${next_cursor}`);
    }
    return 0;
  } finally {
    await db.close();
  }
}

/** `ekiden user show <email or id> [--json]` */
export async function showUser(args: readonly string[], { config, print }: CommandContext): Promise<number> {
  const { named, json } = readShowOptions(args, 'Name one user by their e-mail address or id.');
  const db = await openServerDatabase(config);
  try {
    const found = await findListedUser(db, isUuid(named) ? { user_id: named } : { email: named });
    if (found === null)
      throw new Error(`There is no user with the ${isUuid(named) ? 'id' : 'e-mail address'} ${named}.`);
    const user = presentListedUser(found);
    const { user_id } = found;
    const signs_in_by = await findSignInWays(db, user_id);
    const count = await countOwnOrganizations(db, user_id);
    const organizations = await findOwnOrganizations(db, { user_id, after: null, limit: MOST_ORGANIZATIONS });
    const belongs_to = organizations.map(({ org_id, org_name, role, member_status }) => ({
      org_id,
      org_name,
      role,
      member_status,
    }));
    if (json) {
      print(
        JSON.stringify(
          { ...user, signs_in_by, organizations: belongs_to, organization_count: count },
          null,
          2,
        ),
      );
      return 0;
    }
    print(
      recordOf([
        ['user id', user.user_id],
        ['e-mail', `${user.email}${user.is_verified ? '' : ' (not verified)'}`],
        ['user name', user.username],
        ['display name', user.display_name ?? '-'],
        ['status', user.status],
        ['roles', rolesOf(user)],
        ['signs in by', signs_in_by.join(', ') || 'nothing yet'],
        ['since', user.created_at],
        ['last sign-in', user.last_login_at ?? '-'],
        ['organizations', String(count)],
      ]),
    );
    for (const { org_id, org_name, role, member_status } of belongs_to)
      print(recordOf([[`  ${org_id}`, `${org_name} (${[role, member_status].filter(Boolean).join(', ')})`]]));
    if (count > belongs_to.length) print(`  and ${count - belongs_to.length} more`);
    return 0;
  } finally {
    await db.close();
  }
}

function rolesOf(user: { membership_role: string; is_platform_admin: boolean }): string {
  return user.is_platform_admin ? `${user.membership_role}, admin` : user.membership_role;
}
