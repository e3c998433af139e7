import type { IncomingHttpHeaders } from 'node:http';
import type { Scope } from '../shared/access.ts';
import {
  AppError,
  defineError,
  type ErrorDefinition,
  featureNotEnabled,
  forbidden,
  unauthenticated,
} from '../shared/errors.ts';
import {
  type Actor,
  ANONYMOUS,
  type AnonymousActor,
  type ApiKeyActor,
  type AppActor,
  type SignedInActor,
  type UserActor,
} from './actor.ts';
import type { CookieRequest } from './session-cookie.ts';

/**
 * Who may knock at a route. Every route declares one; a route without one does not start.
 * What the caller may then do with a particular record is the use case's policy, not the guard's business.
 */
export type Guard =
  /** No credentials are read. */
  | { readonly kind: 'open' }
  /**
   * With or without credentials: an access token, or an organization's API key with every scope named. What is sent
   * must be valid.
   */
  | { readonly kind: 'anyone'; readonly scopes: readonly Scope[] }
  | { readonly kind: 'user' }
  /** With or without an access token: what is in the body may stand for it, and the handler looks at that. */
  | { readonly kind: 'optional_user' }
  /** An app key in `X-API-Key`, or an access token. */
  | { readonly kind: 'app_or_user' }
  /** An access token, or an organization's API key with every scope named, both as Bearer. */
  | { readonly kind: 'user_or_key'; readonly scopes: readonly Scope[] }
  /** The developer API: an API key with the scope, of an organization whose tier includes the API. */
  | { readonly kind: 'developer_key'; readonly scope: Scope }
  /** The same with one of the scopes at the least; the handler looks which. */
  | { readonly kind: 'developer_key_of_any'; readonly scopes: readonly Scope[] }
  /** The same at an address of the developer API that leads to no operation, where there is no scope to have. */
  | { readonly kind: 'any_developer_key' }
  /**
   * A platform that calls us, known by its headers: by a key in `X-API-Key` unless `scheme` names another way. `admit` throws
   * what it refuses with: `unauthenticated`, or that the platform is not set up.
   */
  | {
      readonly kind: 'platform';
      readonly scheme?: PlatformScheme;
      readonly admit: (headers: IncomingHttpHeaders) => void;
    };

/** How platforms show that it is they who call. */
export type PlatformScheme =
  | 'platformKey'
  | 'stravaSignature'
  | 'stravaAddressKey'
  | 'lineSignature'
  | 'telegramSecret';

type ActorByGuard = {
  open: AnonymousActor;
  anyone: AnonymousActor | UserActor | ApiKeyActor;
  user: SignedInActor;
  optional_user: AnonymousActor | SignedInActor;
  app_or_user: AppActor | UserActor;
  user_or_key: UserActor | ApiKeyActor;
  developer_key: ApiKeyActor;
  developer_key_of_any: ApiKeyActor;
  any_developer_key: ApiKeyActor;
  platform: AnonymousActor;
};
export type ActorOf<G extends Guard> = ActorByGuard[G['kind']];

/** How credentials are checked; composed once from the modules that own them. Each throws on what it refuses. */
export type Authenticators = {
  accessToken(token: string): Promise<SignedInActor>;
  appKey(key: string): AppActor;
  apiKey(secret: string): Promise<ApiKeyActor>;
  /** The session cookie of a page of this server; null for a request that has none, or that another page may have sent. */
  cookie(request: CookieRequest & { readonly client_ip: string }): Promise<SignedInByCookie | null>;
};

/** Whoever came with a session cookie, with the `Set-Cookie` that their answer is to carry, where it has become another. */
export type SignedInByCookie = { readonly actor: SignedInActor; readonly set_cookie: string | null };

export const invalidKey = defineError('invalid_key', 401, 'The API key does not exist or cannot be read.');
export const keyRevoked = defineError('key_revoked', 401, 'The API key has been revoked.');
export const keyExpired = defineError('key_expired', 401, 'The API key has expired.');
export const missingScope = defineError(
  'missing_scope',
  403,
  'The API key lacks the scope of this endpoint.',
);

/**
 * Finds out who calls, or throws the 401 of the guard. Whether they may pass is for `refusal` to say.
 *
 * @param byCookie looks for a session cookie: asked only where the guard takes one and no other credentials were sent
 */
export async function identify(
  guard: Guard,
  headers: IncomingHttpHeaders,
  by: Authenticators,
  byCookie: () => Promise<SignedInActor | null>,
): Promise<Actor> {
  const isBare = headers.authorization === undefined && headers['x-api-key'] === undefined;
  const signedIn = isBare && takesCookie(guard) ? await byCookie() : null;
  if (signedIn !== null) return signedIn;
  const bearer = bearerToken(headers.authorization);
  switch (guard.kind) {
    case 'open':
      return ANONYMOUS;
    case 'anyone':
      return headers.authorization === undefined ? ANONYMOUS : userOrKey(required(bearer), by);
    case 'user':
      return personOrKey(headers, bearer, by);
    case 'optional_user':
      return headers.authorization === undefined && !isApiKey(headers['x-api-key'])
        ? ANONYMOUS
        : personOrKey(headers, bearer, by);
    case 'app_or_user': {
      const key = headers['x-api-key'];
      // A key of an organization goes on to its refusal, unless the operator has made it an app key.
      return typeof key === 'string' ? appOrKey(key, by) : personOrKey(headers, bearer, by);
    }
    case 'user_or_key':
      if (headers.authorization === undefined && isApiKey(headers['x-api-key'])) throw keyInWrongHeader();
      return userOrKey(required(bearer), by);
    case 'developer_key':
    case 'developer_key_of_any':
    case 'any_developer_key':
      return by.apiKey(developerSecret(headers, bearer));
    case 'platform':
      guard.admit(headers);
      return ANONYMOUS;
  }
}

/** Wherever a person may come, but for where access tokens are handed out: no script of a page is to get one for its cookie. */
function takesCookie({ kind }: Guard): boolean {
  return kind === 'user' || kind === 'anyone' || kind === 'app_or_user' || kind === 'user_or_key';
}

/** What opens the routes that no API key opens. */
const OPENED_BY = {
  user: 'Send the access token of a person, which signing in gives, as "Authorization: Bearer <token>".',
  optional_user:
    'Send the access token of a person, which signing in gives, as "Authorization: Bearer <token>", or a refresh token.',
  app_or_user:
    'Send an app key of this server as "X-API-Key: <key>", or the access token of a person, which signing in gives, as ' +
    '"Authorization: Bearer <token>".',
} as const;

/** The 403 of the guard for one who may not pass, in the order feature, scope; for an API key where none opens anything, first. */
export function refusal(guard: Guard, actor: Actor): AppError | undefined {
  if (actor.type !== 'api_key') return undefined;
  if (guard.kind === 'user' || guard.kind === 'optional_user' || guard.kind === 'app_or_user') {
    return forbidden({ message: `An API key does not open this. ${OPENED_BY[guard.kind]}` });
  }
  if (!isDeveloperGuard(guard)) {
    if (!('scopes' in guard)) return undefined;
    // Where nobody could revoke keys, none of them opens anything: they sleep until the tier includes them again.
    return actor.features.includes('security_settings')
      ? scopeRefusal(actor, guard.scopes, forbidden)
      : featureNotEnabled({ message: 'API keys are not part of the plan of this organization.' });
  }
  if (guard.kind === 'developer_key_of_any' && actor.features.includes('developer_api')) {
    const { scopes } = guard;
    const lacks = `The API key lacks the scopes ${scopes.join(', ')}, of which it needs one.`;
    return scopes.some((scope) => actor.scopes.includes(scope))
      ? undefined
      : missingScope({ message: lacks });
  }
  return actor.features.includes('developer_api')
    ? scopeRefusal(actor, 'scope' in guard ? [guard.scope] : [], missingScope)
    : featureNotEnabled({ message: 'The Developer API is not enabled for this organization.' });
}

type DeveloperGuard = Extract<
  Guard,
  { kind: 'developer_key' | 'developer_key_of_any' | 'any_developer_key' }
>;

/** Whether it is one of the developer API's. */
export function isDeveloperGuard(guard: Guard): guard is DeveloperGuard {
  return (
    guard.kind === 'developer_key' ||
    guard.kind === 'developer_key_of_any' ||
    guard.kind === 'any_developer_key'
  );
}

/** A person; or an API key, in either header, which `refusal` tells what opens the route. */
async function personOrKey(
  headers: IncomingHttpHeaders,
  bearer: string | undefined,
  by: Authenticators,
): Promise<SignedInActor | ApiKeyActor> {
  const sent = headers.authorization === undefined ? headers['x-api-key'] : bearer;
  return isApiKey(sent) ? keyOnApplication(sent, by) : by.accessToken(required(bearer));
}

async function appOrKey(key: string, by: Authenticators): Promise<AppActor | ApiKeyActor> {
  try {
    return by.appKey(key);
  } catch (error) {
    if (isApiKey(key)) return keyOnApplication(key, by);
    throw error;
  }
}

async function userOrKey(token: string, by: Authenticators): Promise<UserActor | ApiKeyActor> {
  return isApiKey(token) ? keyOnApplication(token, by) : by.accessToken(token);
}

/**
 * For the application API, which knows one code for credentials that are no good: which fault of the key it is, the
 * message says.
 */
async function keyOnApplication(secret: string, by: Authenticators): Promise<ApiKeyActor> {
  try {
    return await by.apiKey(secret);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== unauthenticated.status) throw error;
    throw unauthenticated({ message: error.message, cause: error });
  }
}

/** Access tokens are JWTs (`ey…`), so the two kinds of Bearer credential cannot be confused. */
const isApiKey = (sent: string | string[] | undefined): sent is string =>
  typeof sent === 'string' && sent.startsWith('ekiden_');

const keyInWrongHeader = (): AppError =>
  unauthenticated({ message: 'Send the API key as "Authorization: Bearer <key>".' });

function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^Bearer +([^\s]+) *$/i.exec(header)?.[1];
}

function required(token: string | undefined): string {
  if (token === undefined) {
    throw unauthenticated({ message: 'Send an access token as "Authorization: Bearer <token>".' });
  }
  return token;
}

/** Both header schemes are equivalent; sent together they must carry the same secret. */
function developerSecret(headers: IncomingHttpHeaders, bearer: string | undefined): string {
  const apiKey = headers['x-api-key'];
  const sent = [headers.authorization === undefined ? undefined : (bearer ?? ''), apiKey].filter(
    (value) => value !== undefined,
  );
  const [first, second] = sent;
  if (typeof first !== 'string') {
    throw invalidKey({ message: 'Send an API key as "Authorization: Bearer <key>" or "X-API-Key: <key>".' });
  }
  if (second !== undefined && second !== first) {
    throw invalidKey({ message: 'Authorization and X-API-Key carry different keys. Send one.' });
  }
  return first;
}

function scopeRefusal(
  actor: ApiKeyActor,
  scopes: readonly Scope[],
  refused: ErrorDefinition,
): AppError | undefined {
  const missing = scopes.filter((scope) => !actor.scopes.includes(scope));
  return missing.length === 0
    ? undefined
    : refused({ message: `The API key lacks the scope ${missing.join(', ')}.` });
}
