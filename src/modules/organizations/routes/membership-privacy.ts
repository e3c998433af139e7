import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import { MembershipPrivacyInput, MembershipPrivacyResponse } from '../contract.ts';
import { noSuchMember, noSuchOrganization } from '../errors.ts';
import { narrowPrivacy, readMembershipPrivacy } from '../narrow-privacy.ts';
import { presentMembershipPrivacy } from '../present.ts';

type Deps = { readonly db: Database };

const PATH = '/organizations/:org_id/membership/privacy';

const readMembershipPrivacyRoute = (deps: Deps): Route =>
  route({
    operation_id: 'getMembershipPrivacy',
    method: 'GET',
    path: PATH,
    guard: { kind: 'user' },
    tag: 'Members',
    summary: 'Read what you close for one organization',
    description:
      'For members, also while suspended: which settings they have closed for this organization, and what holds for it.',
    params: idParams('org_id'),
    responses: { 200: MembershipPrivacyResponse },
    errors: [noSuchOrganization, noSuchMember],
    handler: async ({ actor, params }) => {
      const privacy = await readMembershipPrivacy(deps, actor, params.org_id);
      return { status: 200, body: { status: 'ok' as const, data: presentMembershipPrivacy(privacy) } };
    },
  });

const narrowPrivacyRoute = (deps: Deps): Route =>
  route({
    operation_id: 'narrowPrivacy',
    method: 'PUT',
    path: PATH,
    guard: { kind: 'user' },
    tag: 'Members',
    summary: 'Close settings for one organization',
    description:
      'For members, also while suspended. `false` closes a setting for this organization, whatever the general settings are; ' +
      '`true` takes that back and never opens more than the general settings do; what is left out stays as it is. It holds from ' +
      'the next request on, also after leaving and joining again. The organization is not told.',
    params: idParams('org_id'),
    body: MembershipPrivacyInput,
    responses: { 200: MembershipPrivacyResponse },
    errors: [noSuchOrganization, noSuchMember],
    handler: async ({ actor, params, body }) => {
      const privacy = await narrowPrivacy(deps, actor, params.org_id, body);
      return { status: 200, body: { status: 'ok' as const, data: presentMembershipPrivacy(privacy) } };
    },
  });

export function membershipPrivacyRoutes(deps: Deps): readonly Route[] {
  return [readMembershipPrivacyRoute(deps), narrowPrivacyRoute(deps)];
}
