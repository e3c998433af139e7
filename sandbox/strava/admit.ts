import { json, Refused } from '../kit/answers.ts';
import { invalidToken, type PlatformRequest, refusal } from './answers.ts';
import type { Access, Scope } from './keep-grants.ts';
import type { Platform } from './platform.ts';
import type { StravaSettings } from './settings.ts';

/**
 * Lets a call of the API in: its token has to live, and the app may not be above its limits. Calls above them count too;
 * those without a token do not.
 *
 * @throws Refused
 */
export function admit(platform: Platform, request: PlatformRequest, counts: 'read' | 'write'): Access {
  const access = platform.grants.accessOf(tokenOf(request, counts));
  request.athlete_id = access.athlete_id;
  if (!platform.counter.count(counts)) throw tooMany(platform.settings);
  return access;
}

/** The two bodies that have been seen. */
export function tooMany({ ways }: StravaSettings): Refused {
  if (ways.rate_limit_body === 'of_2018')
    return new Refused(
      json(429, { errors: 'Rate Limit Exceeded', status: 429, message: 'Too Many Requests' }),
    );
  return refusal(429, 'Rate Limit Exceeded', ['Application', 'rate limit', 'exceeded']);
}

/** @throws Refused when the athlete has not granted any of them */
export function requireScope(
  { settings }: Platform,
  access: Access,
  ...anyOf: readonly [Scope, ...Scope[]]
): void {
  if (anyOf.some((scope) => access.scopes.has(scope))) return;
  const status = settings.ways.missing_scope_status;
  throw refusal(status, 'Authorization Error', ['AccessToken', `${anyOf[0]}_permission`, 'missing']);
}

/** Only where tokens end may they stand among the parameters. */
function tokenOf(request: PlatformRequest, counts: 'read' | 'write'): string {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(request.authorization ?? '') ?? [];
  const token = bearer ?? (counts === 'write' ? request.parameters.get('access_token') : undefined);
  if (token === undefined) throw invalidToken();
  return token;
}
