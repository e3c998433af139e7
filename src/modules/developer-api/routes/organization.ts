import Type from 'typebox';
import { invalidKey } from '../../../http/guard.ts';
import { type Route, route } from '../../../http/route.ts';
import type { Database } from '../../../infra/db/database.ts';
import { SOURCES, type SourcePolicies } from '../../../privacy/index.ts';
import { findOrganizationSummary } from '../../organizations/index.ts';
import { OrganizationObject, SourcePolicyObject, Success } from '../contract.ts';

export function readOrganizationRoute(deps: { db: Database; sourcePolicies: SourcePolicies }): Route {
  return route({
    operation_id: 'getOrganization',
    method: 'GET',
    path: '/org',
    guard: { kind: 'developer_key', scope: 'org:read' },
    tag: 'Organization',
    summary: "The key's organization",
    description:
      'Its name and how many athletes it has, and what the terms of each source of activities allow on this server. Good for ' +
      'trying out a key.',
    responses: {
      200: Success(
        {
          organization: OrganizationObject,
          source_policies: Type.Array(SourcePolicyObject, {
            maxItems: SOURCES.length,
            description: 'For each source what its terms allow, as the operator of the server set them.',
          }),
        },
        'The organization.',
      ),
    },
    handler: async ({ actor }) => {
      const organization = await findOrganizationSummary(deps.db, actor.org_id);
      // Deleted since the key was looked at, which went with it.
      if (organization === null) throw invalidKey();
      const { id, name, athlete_count } = organization;
      const source_policies = presentPolicies(deps.sourcePolicies);
      return {
        status: 200,
        body: {
          success: true as const,
          data: { organization: { id, name, athlete_count }, source_policies },
        },
      };
    },
  });
}

function presentPolicies(policies: SourcePolicies) {
  return SOURCES.map((source) => {
    const { show_to_coach, use_in_ai, export: may_leave, keep_days } = policies[source];
    return { source, show_to_coach, use_in_ai, export: may_leave, keep_days };
  });
}
