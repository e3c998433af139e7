import { type Route, route } from '../../http/route.ts';
import { idParams } from '../../http/schemas.ts';
import type { Database } from '../../infra/db/database.ts';
import type { SourcePolicies } from '../../privacy/index.ts';
import { featureNotEnabled, forbidden } from '../../shared/errors.ts';
import { type Clock, DAY_MS, isoOrNull } from '../../shared/time.ts';
import { MessageResponse, noSuchOrganization } from '../organizations/index.ts';
import { type ApiKey, UNUSED_DAYS } from './api-key.ts';
import type * as wire from './contract.ts';
import {
  ApiKeyList,
  CreateApiKeyBody,
  CreatedApiKeyResponse,
  PreviewApiKeyBody,
  PreviewApiKeyResponse,
  RerollApiKeyBody,
  RerolledApiKeyResponse,
} from './contract.ts';
import { createApiKey } from './create-api-key.ts';
import { keyReplaced, noSuchKey, tooManyKeys, tooManyReplacedKeys } from './errors.ts';
import type { KeyUsage } from './key-usage.ts';
import { listApiKeys } from './list-api-keys.ts';
import { previewApiKey } from './preview-api-key.ts';
import { rerollApiKey } from './reroll-api-key.ts';
import { revokeApiKey } from './revoke-api-key.ts';

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly keyUsage: KeyUsage;
  readonly sourcePolicies: SourcePolicies;
};

const createApiKeyRoute = (deps: Deps): Route =>
  route({
    operation_id: 'createApiKey',
    holds_secret: true,
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
        body: { message: 'API key created.', api_key: { ...presentApiKey(key, deps.clock.now()), secret } },
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
      const now = deps.clock.now();
      const api_keys = keys.map((key) => presentApiKey(key, now));
      return { status: 200, body: { api_keys, count: keys.length } };
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

const rerollApiKeyRoute = (deps: Deps): Route =>
  route({
    operation_id: 'rerollApiKey',
    holds_secret: true,
    method: 'POST',
    path: '/organizations/:org_id/api-keys/:key_id/reroll',
    guard: { kind: 'user' },
    tag: 'API keys',
    summary: 'Replace an API key, without an outage',
    description:
      'For the head coach and admins of the organization. The new key has the name, the scopes and the limits of the old ' +
      'one, which goes on working for `overlap_s`: time to put the new secret everywhere. Exports belong to the key that ' +
      'asked for them: fetch those that are under way with the old key before it ends. A key is replaced once. That also ' +
      'works when the organization has as many keys as it may.',
    params: idParams('org_id', 'key_id'),
    body: RerollApiKeyBody,
    responses: { 201: RerolledApiKeyResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization, noSuchKey, keyReplaced, tooManyReplacedKeys],
    handler: async ({ actor, params: { org_id, key_id }, body: { overlap_s, expires_at } }) => {
      const input = { org_id, key_id, overlap_s, expires_at };
      const { key, secret, replaced } = await rerollApiKey(deps, actor, input);
      const now = deps.clock.now();
      return {
        status: 201,
        body: {
          status: 'ok' as const,
          message: 'API key replaced. The secret of the new one is shown this once.',
          data: {
            api_key: { ...presentApiKey(key, now), secret },
            replaced_key: presentApiKey(replaced, now),
          },
        },
      };
    },
  });

const previewApiKeyRoute = (deps: Deps): Route =>
  route({
    operation_id: 'previewApiKey',
    method: 'POST',
    path: '/organizations/:org_id/api-key-preview',
    guard: { kind: 'user' },
    tag: 'API keys',
    summary: 'What a key would see',
    description:
      'For the head coach and admins of the organization, before a key is made: of how many athletes it would see what, as they share it ' +
      'at this moment and the platforms’ terms permit. Never of whom. Nothing is made.',
    params: idParams('org_id'),
    body: PreviewApiKeyBody,
    responses: { 200: PreviewApiKeyResponse },
    errors: [forbidden, featureNotEnabled, noSuchOrganization],
    volatile: true,
    handler: async ({ actor, params: { org_id }, body: { scopes } }) => {
      const preview = await previewApiKey(deps, actor, { org_id, scopes });
      const data = {
        scopes: [...preview.scopes],
        athletes: preview.athletes,
        sees: preview.sees.map(({ kind, scope, athletes }) => ({ kind, scope, athletes })),
      };
      return { status: 200, body: { status: 'ok' as const, data } };
    },
  });

export function apiKeyRoutes(deps: Deps): readonly Route[] {
  return [
    createApiKeyRoute(deps),
    previewApiKeyRoute(deps),
    listApiKeysRoute(deps),
    rerollApiKeyRoute(deps),
    revokeApiKeyRoute(deps),
  ];
}

function presentApiKey(key: ApiKey, now: Date): wire.ApiKey {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: [...key.scopes],
    created_at: key.created_at.toISOString(),
    expires_at: isoOrNull(key.expires_at),
    last_used_at: isoOrNull(key.last_used_at),
    created_by: key.created_by,
    replaced_by: key.replaced_by,
    never_expires: key.expires_at === null,
    unused_since: isoOrNull(unusedSince(key, now)),
  };
}

function unusedSince({ last_used_at, created_at }: ApiKey, now: Date): Date | null {
  const since = last_used_at ?? created_at;
  return now.getTime() - since.getTime() >= UNUSED_DAYS * DAY_MS ? since : null;
}
