import { type Answer, invalidToken, json, Refusal } from './answers.ts';
import type { Access, Scope } from './keep-grants.ts';
import type { Platform } from './platform.ts';
import type { PlatformRequest } from './read-request.ts';

/**
 * Lets a call of the API in: its token has to live, and the app may not be above its limits. Calls above them count too;
 * those without a token do not.
 *
 * @throws Refusal
 */
export function admit(platform: Platform, request: PlatformRequest, counts: 'read' | 'write'): Access {
  const access = platform.grants.accessOf(tokenOf(request, counts));
  if (platform.counter.count(counts)) return access;
  const refusal = new Refusal(429, 'Rate Limit Exceeded', ['Application', 'rate limit', 'exceeded']);
  throw Object.assign(refusal, { answer: tooMany(platform) });
}

/** The two bodies that have been seen. */
export function tooMany({ settings }: Platform): Answer {
  if (settings.ways.rate_limit_body === 'of_2018')
    return json(429, { errors: 'Rate Limit Exceeded', status: 429, message: 'Too Many Requests' });
  return new Refusal(429, 'Rate Limit Exceeded', ['Application', 'rate limit', 'exceeded']).answer;
}

/** @throws Refusal when the athlete has not granted it */
export function requireScope(
  { settings }: Platform,
  access: Access,
  ...anyOf: readonly [Scope, ...Scope[]]
): void {
  if (anyOf.some((scope) => access.scopes.has(scope))) return;
  const status = settings.ways.missing_scope_status;
  throw new Refusal(status, 'Authorization Error', ['AccessToken', `${anyOf[0]}_permission`, 'missing']);
}

/** Only where tokens end may they stand among the parameters. */
function tokenOf(request: PlatformRequest, counts: 'read' | 'write'): string {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(request.authorization ?? '') ?? [];
  const token = bearer ?? (counts === 'write' ? request.parameters.get('access_token') : undefined);
  if (token === undefined) throw invalidToken();
  return token;
}
