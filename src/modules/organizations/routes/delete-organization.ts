import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import { forbidden } from '../../../shared/errors.ts';
import { DoneResponse } from '../contract.ts';
import { type DeleteOrganizationDeps, deleteOrganization } from '../delete-organization.ts';
import { noSuchOrganization } from '../errors.ts';
import { DeleteOrganizationBody } from '../organization-contract.ts';

export const deleteOrganizationRoute = (deps: DeleteOrganizationDeps): Route =>
  route({
    operation_id: 'deleteOrganization',
    method: 'DELETE',
    path: '/organizations/:org_id',
    guard: { kind: 'user' },
    tag: 'Organizations',
    summary: 'Delete an organization',
    description:
      'For the head coach, at once and for good: roster, coaches, groups, plans, invitations, API keys and exports go with it, ' +
      'and its name is free again. Athletes keep their accounts and activities. The audit log stays with the operator.',
    params: idParams('org_id'),
    body: DeleteOrganizationBody,
    responses: { 200: DoneResponse },
    errors: [forbidden, noSuchOrganization],
    handler: async ({ actor, params, body }) => {
      await deleteOrganization(deps, actor, { org_id: params.org_id, org_name: body.org_name });
      return { status: 200, body: { status: 'ok' as const, message: 'Organization deleted.' } };
    },
  });
