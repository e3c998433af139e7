import { invalidKey } from '../../../http/guard.ts';
import { type Route, route } from '../../../http/route.ts';
import type { Database } from '../../../infra/db/database.ts';
import { findOrganizationSummary } from '../../organizations/index.ts';
import { OrganizationObject, Success } from '../contract.ts';

export function readOrganizationRoute(deps: { db: Database }): Route {
  return route({
    operation_id: 'getOrganization',
    method: 'GET',
    path: '/org',
    guard: { kind: 'developer_key', scope: 'org:read' },
    tag: 'Organization',
    summary: "The key's organization",
    description: 'Its name and how many athletes it has. Good for trying out a key.',
    responses: { 200: Success({ organization: OrganizationObject }, 'The organization.') },
    handler: async ({ actor }) => {
      const organization = await findOrganizationSummary(deps.db, actor.org_id);
      // Deleted since the key was looked at, which went with it.
      if (organization === null) throw invalidKey();
      const { id, name, athlete_count } = organization;
      return {
        status: 200,
        body: { success: true as const, data: { organization: { id, name, athlete_count } } },
      };
    },
  });
}
