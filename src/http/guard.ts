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

/** Who may call a route. A route without a guard does not start. What the caller may do with a record is the use case's policy. */
export type Guard =
  | { readonly kind: 'open' }
  /** With or without credentials: an access token, or an organization's API key with every named scope. Credentials that are sent must be valid. */
  | { readonly kind: 'anyone'; readonly scopes: readonly Scope[] }
  | { readonly kind: 'user' }
  /** With or without an access token: the body may hold another credential, which the handler checks. */
  | { readonly kind: 'optional_user' }
  /** An app key in `X-API-Key`, or an access token. */
  | { readonly kind: 'app_or_user' }
  /** An access token, or an organization's API key with every scope named, both as Bearer. */
  | { readonly kind: 'user_or_key'; readonly scopes: readonly Scope[] }
  /** The developer API: an API key with the scope, of an organization whose tier includes the API. */
  | { readonly kind: 'developer_key'; readonly scope: Scope }
  /** One of the scopes suffices; the handler checks which. */
  | { readonly kind: 'developer_key_of_any'; readonly scopes: readonly Scope[] }
  /** An address of the developer API without an operation, where no scope applies. */
  | { readonly kind: 'any_developer_key' }
  /** A platform's call, authenticated by its headers: a key in `X-API-Key` unless `scheme` names another way. `admit` throws the refusal. */
  | {
      readonly kind: 'platform';
      readonly scheme?: PlatformScheme;
      readonly admit: (headers: IncomingHttpHeaders) => void;
    };

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

/** How credentials are checked; each function throws on invalid ones. */
export type Authenticators = {
  accessToken(token: string): Promise<SignedInActor>;
  appKey(key: string): AppActor;
  apiKey(secret: string): Promise<ApiKeyActor>;
  cookie(request: CookieRequest & { readonly client_ip: string }): Promise<SignedInByCookie | null>;
};

/** Who came with a session cookie, and the `Set-Cookie` of the answer where the cookie was renewed. */
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
 * Finds out who calls, or throws the guard's 401. `refusal` decides whether they may pass.
 * @param byCookie reads the session cookie: called only where the guard accepts one and no other credentials were sent
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
      // An organization's key goes on to `refusal`, unless the operator has made it an app key.
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

/** Every guard for people accepts the cookie, except where access tokens are issued: no script of a page may exchange its cookie for one. */
function takesCookie({ kind }: Guard): boolean {
  return kind === 'user' || kind === 'anyone' || kind === 'app_or_user' || kind === 'user_or_key';
}

const OPENED_BY = {
  user: 'Send the access token of a person, which signing in gives, as "Authorization: Bearer <token>".',
  optional_user:
    'Send the access token of a person, which signing in gives, as "Authorization: Bearer <token>", or a refresh token.',
  app_or_user:
    'Send an app key of this server as "X-API-Key: <key>", or the access token of a person, which signing in gives, as ' +
    '"Authorization: Bearer <token>".',
} as const;

/** The guard's 403, feature before scope; first of all for an API key on a route that accepts none. */
export function refusal(guard: Guard, actor: Actor): AppError | undefined {
  if (actor.type !== 'api_key') return undefined;
  if (guard.kind === 'user' || guard.kind === 'optional_user' || guard.kind === 'app_or_user') {
    return forbidden({ message: `An API key does not open this. ${OPENED_BY[guard.kind]}` });
  }
  if (!isDeveloperGuard(guard)) {
    if (!('scopes' in guard)) return undefined;
    // A tier without key management cannot revoke keys, so its keys are suspended.
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

export function isDeveloperGuard(guard: Guard): guard is DeveloperGuard {
  return (
    guard.kind === 'developer_key' ||
    guard.kind === 'developer_key_of_any' ||
    guard.kind === 'any_developer_key'
  );
}

/** A person, or an API key in either header; `refusal` says what the route accepts. */
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

/** The application API has one code for invalid credentials; the message says what is wrong with the key. */
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

/** Both headers are equivalent; sent together they must carry the same secret. */
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
