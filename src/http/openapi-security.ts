import type { Guard } from './guard.ts';
import type { Json } from './openapi-components.ts';
import type { Surface } from './surface.ts';

const SCHEMES = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'Of a person, from sign-up, sign-in or refresh: a JWT signed with EdDSA, checked as RFC8725 advises (one ' +
      'algorithm, issuer, audience and expiry). Its public keys are at `/.well-known/jwks.json`.',
  },
  appKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'Of an application: one of those that the operator of the server has set (`APP_KEYS`).',
  },
  apiKeyBearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'Of an organization: `Authorization: Bearer ekiden_…`. The roles that an operation lists are the scopes that the ' +
      'key must have.',
  },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The same key in a header of its own: `X-API-Key: ekiden_…`.',
  },
  platformKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'Of a platform that posts here: the one that the operator of the server has agreed on with it.',
  },
} as const;
type Scheme = keyof typeof SCHEMES;

/** Alternatives: any one of them admits. Beside the scheme of a key stand its scopes, as the roles of OpenAPI 3.1. */
export function security(guard: Guard): Partial<Record<Scheme, readonly string[]>>[] {
  switch (guard.kind) {
    case 'open':
      return [];
    case 'anyone':
      return [{}, { accessToken: [] }, { apiKeyBearer: guard.scopes }];
    case 'user':
      return [{ accessToken: [] }];
    case 'app_or_user':
      return [{ appKey: [] }, { accessToken: [] }];
    case 'user_or_key':
      return [{ accessToken: [] }, { apiKeyBearer: guard.scopes }];
    case 'developer_key':
      return [{ apiKeyBearer: [guard.scope] }, { apiKeyHeader: [guard.scope] }];
    case 'platform':
      return [{ platformKey: [] }];
  }
}

/** Those that a surface's routes use. */
export function securitySchemes(surface: Surface): Json {
  const used = new Set(surface.routes.flatMap(({ guard }) => security(guard).flatMap(Object.keys)));
  return Object.fromEntries(Object.entries(SCHEMES).filter(([name]) => used.has(name)));
}
