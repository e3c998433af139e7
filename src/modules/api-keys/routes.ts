import { type Route, route } from '../../http/route.ts';
import { idParams } from '../../http/schemas.ts';
import { featureNotEnabled, forbidden } from '../../shared/errors.ts';
import { MessageResponse, noSuchOrganization } from '../organizations/index.ts';
import { ApiKeyList, CreateApiKeyBody, CreatedApiKeyResponse } from './contract.ts';
import { createApiKey } from './create-api-key.ts';
import { noSuchKey, tooManyKeys } from './errors.ts';
import { listApiKeys } from './list-api-keys.ts';
import { presentApiKey } from './present.ts';
import { revokeApiKey } from './revoke-api-key.ts';

type Deps = Parameters<typeof createApiKey>[0] & Parameters<typeof listApiKeys>[0];

const createApiKeyRoute = (deps: Deps): Route =>
  route({
    operation_id: 'createApiKey',
    method: 'POST',
    path: '/organizations/:org_id/api-keys',
    guard: { kind: 'user' },
    tag: 'API keys',
    summary: 'Create an API key',
    description: 'For the head coach and admins of the organization. The secret is shown this once.',
    params: idParams('org_id'),
    body: CreateApiKeyBody,
    responses: { 201: CreatedApiKeyResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization, tooManyKeys],
    handler: async ({ actor, params, body }) => {
      const { key, secret } = await createApiKey(deps, actor, {
        org_id: params.org_id,
        name: body.name,
        scopes: body.scopes,
        expires_at: body.expires_at,
      });
      return {
        status: 201,
        body: { message: 'API key created.', api_key: { ...presentApiKey(key), secret } },
      };
    },
  });

const listApiKeysRoute = (deps: Deps): Route =>
  route({
    operation_id: 'listApiKeys',
    method: 'GET',
    path: '/organizations/:org_id/api-keys',
    guard: { kind: 'user' },
    tag: 'API keys',
    summary: 'List the active API keys',
    description: 'For the head coach and admins of the organization. Secrets are never shown again.',
    params: idParams('org_id'),
    responses: { 200: ApiKeyList },
    errors: [forbidden, featureNotEnabled, noSuchOrganization],
    handler: async ({ actor, params }) => {
      const keys = await listApiKeys(deps, actor, params.org_id);
      return { status: 200, body: { api_keys: keys.map(presentApiKey), count: keys.length } };
    },
  });

const revokeApiKeyRoute = (deps: Deps): Route =>
  route({
    operation_id: 'revokeApiKey',
    method: 'DELETE',
    path: '/organizations/:org_id/api-keys/:key_id',
    guard: { kind: 'user' },
    tag: 'API keys',
    summary: 'Revoke an API key',
    description:
      'For the head coach and admins of the organization. The next request with the key is refused.',
    params: idParams('org_id', 'key_id'),
    responses: { 200: MessageResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchKey],
    handler: async ({ actor, params }) => {
      await revokeApiKey(deps, actor, { org_id: params.org_id, key_id: params.key_id });
      return { status: 200, body: { message: 'API key revoked.' } };
    },
  });

export function apiKeyRoutes(deps: Deps): readonly Route[] {
  return [createApiKeyRoute(deps), listApiKeysRoute(deps), revokeApiKeyRoute(deps)];
}
