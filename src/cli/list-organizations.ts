import { findOrganizationDetails } from '../modules/organizations/index.ts';
import { findOrganizationsOnPage, presentListedOrganization } from '../modules/platform-admin/index.ts';
import { TIERS } from '../shared/access.ts';
import { isUuid } from '../shared/ids.ts';
import { oneOfWords, readListOptions, readShowOptions } from './list-options.ts';
import { openServerDatabase } from './open-server-database.ts';
import { recordOf, tableOf } from './print-table.ts';
import type { CommandContext } from './terminal.ts';

/** `ekiden org list [--search …] [--tier …] [--suspended yes|no] [--limit …] [--cursor …] [--json]` */
export async function listOrganizations(
  args: readonly string[],
  { config, print }: CommandContext,
): Promise<number> {
  const { narrow, page, json } = readListOptions(args, ['search', 'tier', 'suspended']);
  const suspended = oneOfWords('suspended', ['yes', 'no'], narrow.suspended);
  const filter = {
    q: narrow.search,
    tier: oneOfWords('tier', TIERS, narrow.tier),
    suspended: suspended === undefined ? undefined : suspended === 'yes',
  };
  const db = await openServerDatabase(config);
  try {
    const { rows, next_cursor } = await findOrganizationsOnPage(db, { filter, page });
    const organizations = rows.map(presentListedOrganization);
    if (json) print(JSON.stringify({ organizations, next_cursor }, null, 2));
    else if (organizations.length === 0) print('There is no organization like that.');
    else {
      print(
        tableOf(
          ['ORGANIZATION ID', 'TIER', 'MEMBERS', 'COACHES', 'SINCE', 'SUSPENDED', 'NAME'],
          organizations.map((one) => [
            one.org_id,
            one.tier,
            String(one.members),
            String(one.coaches),
            one.created_at.slice(0, 10),
            one.suspended_at?.slice(0, 10) ?? '-',
            one.org_name,
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

/** `ekiden org show <org_id> [--json]` */
export async function showOrganization(
  args: readonly string[],
  { config, print }: CommandContext,
): Promise<number> {
  const { named, json } = readShowOptions(args, 'Name the organization by its id.');
  const db = await openServerDatabase(config);
  try {
    const found = isUuid(named) ? await findOrganizationDetails(db, named) : null;
    if (found === null) throw new Error(`There is no organization with the id ${named}.`);
    const organization = presentListedOrganization(found);
    const { description, head_coach_email, coach_list, members_by_status } = found;
    if (json) {
      const more = { description, head_coach_email, coach_list, members_by_status };
      print(JSON.stringify({ ...organization, ...more }, null, 2));
      return 0;
    }
    const { active = 0, inactive = 0, suspended = 0 } = members_by_status;
    const leader = head_coach_email ?? 'nobody';
    print(
      recordOf([
        ['organization id', organization.org_id],
        ['name', organization.org_name],
        ['description', description === '' ? '-' : description],
        ['tier', organization.tier],
        ['since', organization.created_at],
        ['suspended since', organization.suspended_at ?? '-'],
        [
          'head coach',
          `${leader}${organization.head_coach_accepted || head_coach_email === null ? '' : ' (asked, has not accepted)'}`,
        ],
        [
          'members',
          `${organization.members} (${active} active, ${inactive} inactive, ${suspended} suspended)`,
        ],
        ['coaches', String(organization.coaches)],
      ]),
    );
    for (const { user_id, email, role } of coach_list)
      print(recordOf([[`  ${user_id}`, `${email} (${role})`]]));
    return 0;
  } finally {
    await db.close();
  }
}
