import { randomUUID } from 'node:crypto';
import { type Answer, badRequest, html } from './answers.ts';
import { authorizePage } from './authorize-page.ts';
import { SCOPES, type Scope } from './keep-grants.ts';
import type { Authorization, Platform } from './platform.ts';
import type { PlatformRequest } from './read-request.ts';
import { isAppRedirect } from './redirect-rule.ts';

/** `GET /oauth/authorize`: a page, or straight back where it is known what somebody says. */
export function showAuthorization(platform: Platform, request: PlatformRequest): Answer {
  const authorization = readAuthorization(platform, request.parameters);
  const consent = platform.consent();
  if (consent !== undefined) {
    const { athlete_id, decision, scopes = authorization.scopes } = consent;
    return decision === 'deny'
      ? sendBack(authorization)
      : accept(platform, authorization, athlete_id, scopes);
  }
  const signed_in = signedIn(platform, request);
  const granted = signed_in === undefined ? undefined : platform.grants.of(signed_in)?.scopes;
  const isAsked = request.parameters.get('approval_prompt') === 'force';
  if (
    signed_in !== undefined &&
    !isAsked &&
    authorization.scopes.every((scope) => granted?.has(scope) === true)
  )
    return accept(platform, authorization, signed_in, authorization.scopes);
  const id = randomUUID();
  platform.asked.set(id, authorization);
  return html(
    200,
    authorizePage({
      request: id,
      app_name: platform.settings.app_name,
      scopes: authorization.scopes,
      athletes: platform.world.athletes(),
      signed_in,
    }),
  );
}

/** `POST /oauth/authorize`: what the page's form sends, once. */
export function decideAuthorization(platform: Platform, { parameters, all }: PlatformRequest): Answer {
  const id = parameters.get('request') ?? '';
  const authorization = platform.asked.get(id);
  if (authorization === undefined) throw badRequest('Authorize', 'request', 'invalid');
  const athlete_id = Number(parameters.get('athlete_id'));
  const accepts = parameters.get('decision') === 'accept';
  if (accepts && !platform.world.athletes().some((athlete) => athlete.id === athlete_id))
    throw badRequest('Authorize', 'athlete_id', 'invalid');
  platform.asked.delete(id);
  if (!accepts) return sendBack(authorization);
  const ticked = all('scope');
  const kept = authorization.scopes.filter((scope) => ticked.includes(scope));
  const answer = accept(platform, authorization, athlete_id, kept);
  const cookie = `athlete=${athlete_id}; Path=/oauth; HttpOnly; SameSite=Lax`;
  return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } };
}

function readAuthorization({ settings }: Platform, parameters: PlatformRequest['parameters']): Authorization {
  if (parameters.get('client_id') !== String(settings.client_id))
    throw badRequest('Application', 'client_id', 'invalid');
  const redirect_uri = parameters.get('redirect_uri') ?? '';
  if (!isAppRedirect(settings, redirect_uri)) throw badRequest('Application', 'redirect_uri', 'invalid');
  if (parameters.get('response_type') !== 'code') throw badRequest('Authorize', 'response_type', 'invalid');
  const prompt = parameters.get('approval_prompt') ?? 'auto';
  if (prompt !== 'auto' && prompt !== 'force') throw badRequest('Authorize', 'approval_prompt', 'invalid');
  const named = (parameters.get('scope') ?? '').split(',');
  if (!named.every(isScope)) throw badRequest('Authorize', 'scope', 'invalid');
  const scopes = new Set([...(settings.ways.always_grants_read ? (['read'] as const) : []), ...named]);
  return { redirect_uri, state: parameters.get('state'), scopes: [...scopes] };
}

/** Whoever has decided in this browser before. */
function signedIn({ world }: Platform, { cookie }: PlatformRequest): number | undefined {
  const [, id] = /(?:^|; *)athlete=(\d+)/.exec(cookie) ?? [];
  return world.athletes().find((athlete) => athlete.id === Number(id))?.id;
}

function accept(
  platform: Platform,
  authorization: Authorization,
  athlete_id: number,
  ticked: readonly Scope[],
): Answer {
  const scopes = authorization.scopes.filter((scope) => scope === 'read' || ticked.includes(scope));
  const code = platform.grants.newCode(platform.world.athlete(athlete_id).id, new Set(scopes));
  return sendBack(authorization, { code, scopes });
}

/** Back to the app: with a code, or with the refusal. */
function sendBack(
  { redirect_uri, state = '' }: Authorization,
  granted?: { code: string; scopes: readonly Scope[] },
): Answer {
  const said =
    granted === undefined ? 'error=access_denied' : `code=${granted.code}&scope=${granted.scopes.join(',')}`;
  const location = new URL(redirect_uri);
  const before = location.search === '' ? '' : `${location.search.slice(1)}&`;
  location.search = `${before}state=${encodeURIComponent(state)}&${said}`;
  return { status: 302, headers: { location: location.href }, body: null };
}

function isScope(name: string): name is Scope {
  return SCOPES.some((scope) => scope === name);
}
