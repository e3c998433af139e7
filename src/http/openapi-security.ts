import type { Json } from './openapi-components.ts';
import type { Route } from './route.ts';
import { CONSOLE_HEADER, SESSION_COOKIES } from './session-cookie.ts';
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
  cookieAuth: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIES.secure,
    description:
      `Of a page of this server, from \`POST /auth/cookie-session\` or the page \`/sign-in\`; over http its name is \`${SESSION_COOKIES.plain}\`. ` +
      'It counts where neither `Authorization` nor `X-API-Key` is sent and the request is of the same origin (`Sec-Fetch-Site`, ' +
      `else \`Origin\` or \`Referer\`); for anything but GET and HEAD also only with \`${CONSOLE_HEADER}: 1\`. Any other request is answered ` +
      'as if there were no cookie. Every quarter of an hour an answer replaces it by `Set-Cookie`.',
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
  stravaSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Strava-Signature',
    description:
      'Of Strava: `t=<Unix seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of `<t>.<body>` with the client secret of the ' +
      'app. The time may be five minutes off. While a secret is exchanged there may be several `v1`.',
  },
  stravaAddressKey: {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    description: 'In the address that Strava was given for its events, and nobody else.',
  },
  lineSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Line-Signature',
    description: 'Of LINE: the HMAC-SHA256 of the body with the channel secret, in base64.',
  },
  telegramSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Telegram-Bot-Api-Secret-Token',
    description: 'Of Telegram: what the webhook was set with.',
  },
} as const;
type Scheme = keyof typeof SCHEMES;

/** Alternative credentials. Scopes stand beside the scheme of a key as OpenAPI 3.1 roles. */
export function security({
  guard,
  vouched_for_by = [],
}: Pick<Route, 'guard' | 'vouched_for_by'>): Partial<Record<Scheme, readonly string[]>>[] {
  switch (guard.kind) {
    case 'open':
      return vouched_for_by.length === 0 ? [] : [...vouched_for_by.map((scheme) => ({ [scheme]: [] })), {}];
    case 'anyone':
      return [{}, { accessToken: [] }, { cookieAuth: [] }, { apiKeyBearer: guard.scopes }];
    case 'optional_user':
      return [{}, { accessToken: [] }];
    case 'user':
      return [{ accessToken: [] }, { cookieAuth: [] }];
    case 'app_or_user':
      return [{ appKey: [] }, { accessToken: [] }, { cookieAuth: [] }];
    case 'user_or_key':
      return [{ accessToken: [] }, { cookieAuth: [] }, { apiKeyBearer: guard.scopes }];
    case 'any_developer_key':
      return [{ apiKeyBearer: [] }, { apiKeyHeader: [] }];
    case 'developer_key':
      return [{ apiKeyBearer: [guard.scope] }, { apiKeyHeader: [guard.scope] }];
    case 'developer_key_of_any':
      return guard.scopes.flatMap((scope) => [{ apiKeyBearer: [scope] }, { apiKeyHeader: [scope] }]);
    case 'platform':
      return [{ [guard.scheme ?? 'platformKey']: [] }];
  }
}

/** The security schemes that the surface's routes use. */
export function securitySchemes(surface: Surface): Json {
  const routes = [...surface.routes, ...(surface.outside ?? [])];
  const used = new Set(routes.flatMap((route) => security(route).flatMap(Object.keys)));
  return Object.fromEntries(Object.entries(SCHEMES).filter(([name]) => used.has(name)));
}
