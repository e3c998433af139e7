import { type Route, route } from '../../http/route.ts';
import type { Database } from '../../infra/db/database.ts';
import { forbidden } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import {
  LookupList,
  LookupListQuery,
  OrganizationList,
  OrganizationListQuery,
  UserList,
  UserListQuery,
} from './contract.ts';
import { listLookups } from './list-lookups.ts';
import { listOrganizations } from './list-organizations.ts';
import { listUsers } from './list-users.ts';
import { presentListedOrganization, presentListedUser, presentLookup } from './present.ts';

type AdminRouteDeps = { readonly db: Database; readonly clock: Clock };

/** What only platform admins read, below `/admin`. */
export function platformAdminRoutes(deps: AdminRouteDeps): readonly Route[] {
  return [listUsersRoute(deps), listOrganizationsRoute(deps), listLookupsRoute(deps)];
}

const listUsersRoute = (deps: AdminRouteDeps): Route =>
  route({
    operation_id: 'listUsers',
    method: 'GET',
    path: '/admin/users',
    guard: { kind: 'user' },
    tag: 'Platform administration',
    summary: 'List everybody who has an account',
    description: 'For platform admins. Each page is noted: who looked, by which filters, and who was on it.',
    query: UserListQuery,
    responses: { 200: UserList },
    errors: [forbidden],
    handler: async ({ actor, query: { cursor, limit, ...filter } }) => {
      const { q, status, membership_role, is_platform_admin } = filter;
      const { users, next_cursor } = await listUsers(deps, actor, {
        filter: { q, status, membership_role, is_platform_admin },
        page: { cursor, limit },
      });
      const data = { users: users.map(presentListedUser), next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const listOrganizationsRoute = (deps: AdminRouteDeps): Route =>
  route({
    operation_id: 'listOrganizations',
    method: 'GET',
    path: '/admin/organizations',
    guard: { kind: 'user' },
    tag: 'Platform administration',
    summary: 'List all organizations',
    description: 'For platform admins. Each page is noted: who looked, by which filters, and what was on it.',
    query: OrganizationListQuery,
    responses: { 200: OrganizationList },
    errors: [forbidden],
    handler: async ({ actor, query: { cursor, limit, q, tier, suspended } }) => {
      const { organizations, next_cursor } = await listOrganizations(deps, actor, {
        filter: { q, tier, suspended },
        page: { cursor, limit },
      });
      const data = { organizations: organizations.map(presentListedOrganization), next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const listLookupsRoute = (deps: AdminRouteDeps): Route =>
  route({
    operation_id: 'listAdminLookups',
    method: 'GET',
    path: '/admin/lookups',
    guard: { kind: 'user' },
    tag: 'Platform administration',
    summary: 'List what platform admins were shown',
    description:
      'For platform admins: each page of people or organizations that one of them was shown. Kept for good.',
    query: LookupListQuery,
    responses: { 200: LookupList },
    errors: [forbidden],
    handler: async ({ actor, query: { cursor, limit } }) => {
      const { lookups, next_cursor } = await listLookups(deps, actor, { cursor, limit });
      return {
        status: 200,
        body: { status: 'ok' as const, data: { lookups: lookups.map(presentLookup), next_cursor } },
      };
    },
  });
