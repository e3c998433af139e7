import { type Route, route } from '../../../http/route.ts';
import { idParams } from '../../../http/schemas.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Events } from '../../../infra/events/index.ts';
import type { RateLimiter } from '../../../infra/rate-limit/index.ts';
import type { OrganizationCreators, Tier } from '../../../shared/access.ts';
import { forbidden } from '../../../shared/errors.ts';
import type { Quotas } from '../../../shared/quotas.ts';
import type { Clock } from '../../../shared/time.ts';
import { DoneResponse } from '../contract.ts';
import { createOrganization } from '../create-organization.ts';
import { deleteOrganization } from '../delete-organization.ts';
import {
  foundedEnough,
  noSuchOrganization,
  noSuchUser,
  organizationsByAdmins,
  orgNameLooksAlike,
  orgNameTaken,
} from '../errors.ts';
import { listOwnOrganizations } from '../list-own-organizations.ts';
import {
  CreateOrganizationBody,
  DeleteOrganizationBody,
  Organization,
  OrganizationResponse,
  OwnOrganizationList,
  OwnOrganizationQuery,
  UpdateOrganizationBody,
} from '../organization-contract.ts';
import type { OrganizationPart } from '../organization-part.ts';
import { presentOrganization, presentOwnOrganization } from '../present.ts';
import { readOrganization } from '../read-organization.ts';
import { updateOrganization } from '../update-organization.ts';

export type OrganizationDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly rateLimiter: RateLimiter;
  readonly defaultOrgTier: Tier;
  readonly organizationCreation: OrganizationCreators;
  readonly quotas: Quotas;
  readonly parts: readonly OrganizationPart[];
};

const createOrganizationRoute = (deps: OrganizationDeps): Route =>
  route({
    operation_id: 'createOrganization',
    method: 'POST',
    path: '/organizations',
    guard: { kind: 'app_or_user' },
    tag: 'Organizations',
    summary: 'Create an organization',
    description:
      'An application names the head coach; a signed-in coach becomes it. A platform admin may name another coach. Whom somebody else ' +
      'names is asked to accept. Where the operator has set `ORGANIZATION_CREATION=admins`, coaches cannot create organizations; ' +
      'applications still can.',
    body: CreateOrganizationBody,
    responses: { 201: OrganizationResponse },
    errors: [forbidden, organizationsByAdmins, noSuchUser, orgNameTaken, orgNameLooksAlike, foundedEnough],
    handler: async ({ actor, body }) => {
      const organization = await createOrganization(deps, actor, {
        name: body.name,
        description: body.description,
        head_coach_user_id: body.head_coach_user_id,
        settings: body.settings,
      });
      return {
        status: 201,
        body: { message: 'Organization created.', organization: presentOrganization(organization) },
      };
    },
  });

const listOwnOrganizationsRoute = (deps: OrganizationDeps): Route =>
  route({
    operation_id: 'listOwnOrganizations',
    method: 'GET',
    path: '/organizations',
    guard: { kind: 'user' },
    tag: 'Organizations',
    summary: 'List your organizations',
    description: 'Those that you lead, coach or are a member of.',
    query: OwnOrganizationQuery,
    responses: { 200: OwnOrganizationList },
    handler: async ({ actor, query: { limit, cursor } }) => {
      const { organizations, next_cursor } = await listOwnOrganizations(deps, actor, { limit, cursor });
      const data = { organizations: organizations.map(presentOwnOrganization), next_cursor };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

const readOrganizationRoute = (deps: OrganizationDeps): Route =>
  route({
    operation_id: 'getOrganization',
    method: 'GET',
    path: '/organizations/:org_id',
    guard: { kind: 'anyone', scopes: ['org:read'] },
    tag: 'Organizations',
    summary: 'Read an organization',
    description:
      'Needs no credentials. All settings are shown to members, coaches and platform admins; `tier` and `features` to those and to the API keys of the organization.',
    params: idParams('org_id'),
    responses: { 200: Organization },
    errors: [noSuchOrganization],
    handler: async ({ actor, params }) => ({
      status: 200,
      body: presentOrganization(await readOrganization(deps, actor, params.org_id)),
    }),
  });

const updateOrganizationRoute = (deps: OrganizationDeps): Route =>
  route({
    operation_id: 'updateOrganization',
    method: 'PUT',
    path: '/organizations/:org_id',
    guard: { kind: 'user' },
    tag: 'Organizations',
    summary: 'Change an organization',
    description: 'For the head coach, admins of the organization and platform admins.',
    params: idParams('org_id'),
    body: UpdateOrganizationBody,
    responses: { 200: OrganizationResponse },
    errors: [forbidden, noSuchOrganization, orgNameTaken, orgNameLooksAlike],
    handler: async ({ actor, params, body }) => {
      const organization = await updateOrganization(deps, actor, params.org_id, {
        name: body.name,
        description: body.description,
        settings: body.settings,
      });
      return {
        status: 200,
        body: { message: 'Organization updated.', organization: presentOrganization(organization) },
      };
    },
  });

const deleteOrganizationRoute = (deps: OrganizationDeps): Route =>
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

export function routesOfOrganizations(deps: OrganizationDeps): readonly Route[] {
  return [
    createOrganizationRoute(deps),
    listOwnOrganizationsRoute(deps),
    readOrganizationRoute(deps),
    updateOrganizationRoute(deps),
    deleteOrganizationRoute(deps),
  ];
}
