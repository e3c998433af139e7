import { randomUUID } from 'node:crypto';
import { type Answer, html } from '../kit/answers.ts';
import { button, choice, fieldset, form, hidden, page } from '../kit/page.ts';
import { badRequest, type PlatformRequest } from './answers.ts';
import { SCOPES, type Scope } from './keep-grants.ts';
import type { Authorization, Platform } from './platform.ts';
import type { StravaSettings } from './settings.ts';

const MEANINGS: Readonly<Record<Scope, string>> = {
  read: 'See your public profile (always)',
  read_all: 'See your private routes, segments and events',
  'profile:read_all': 'See your complete profile and your zones',
  'profile:write': 'Change your weight and your starred segments',
  'activity:read': 'See your activities, but none that only you can see',
  'activity:read_all': 'See all your activities, those that only you can see included',
  'activity:write': 'Upload and change activities',
};

/** `GET /oauth/authorize`: a page, or straight back where it is known what somebody says. */
export function showAuthorization(platform: Platform, request: PlatformRequest): Answer {
  const authorization = readAuthorization(platform, request.parameters);
  const { consent } = platform;
  if (consent?.decision === 'deny') return sendBack(authorization);
  if (consent !== undefined)
    return accept(platform, authorization, consent.athlete_id, consent.scopes ?? authorization.scopes);
  const signed_in = signedIn(platform, request);
  const granted = signed_in === undefined ? undefined : platform.grants.of(signed_in)?.scopes;
  const is_forced = request.parameters.get('approval_prompt') === 'force';
  const is_granted = authorization.scopes.every((scope) => granted?.has(scope) === true);
  if (signed_in !== undefined && !is_forced && is_granted)
    return accept(platform, authorization, signed_in, authorization.scopes);
  const id = randomUUID();
  platform.asked.set(id, authorization);
  return html(200, consentPage(platform, { id, scopes: authorization.scopes, signed_in }));
}

/** Where somebody says who they are and what the app may do. */
function consentPage(
  { settings: { app_name }, world }: Platform,
  { id, scopes, signed_in }: { id: string; scopes: readonly Scope[]; signed_in: number | undefined },
): string {
  const athletes = world.athletes();
  const chosen = athletes.find((athlete) => athlete.id === signed_in) ?? athletes[0];
  const people = athletes.map((athlete) => {
    const { firstname, lastname, city } = athlete;
    const state = athlete === chosen ? ' checked' : '';
    return choice('radio', 'athlete_id', {
      value: `${athlete.id}`,
      label: `${firstname} ${lastname}, ${city}`,
      state,
    });
  });
  // All are ticked at first; the public profile cannot be unticked.
  const boxes = scopes.map((scope) => {
    const state = scope === 'read' ? ' checked disabled' : ' checked';
    return choice('checkbox', 'scope', { value: scope, label: MEANINGS[scope], state });
  });
  const content = [
    hidden('request', id),
    fieldset('Who are you?', people),
    fieldset(`${app_name} may`, boxes),
    button('decision', 'accept', 'Authorize'),
    button('decision', 'deny', 'Cancel'),
  ];
  const title = `${app_name} asks for access to your Strava account`;
  return page(title, [form(content, '/oauth/authorize')], 'Strava');
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
  const { headers, ...answer } = accept(platform, authorization, athlete_id, all('scope'));
  const cookie = `athlete=${athlete_id}; Path=/oauth; HttpOnly; SameSite=Lax`;
  return { ...answer, headers: { ...headers, 'set-cookie': cookie } };
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

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1'];

/** Whether people may be sent there: to the app's callback domain and below it, or to their own machine. */
function isAppRedirect({ callback_domain, ways }: StravaSettings, redirect_uri: string): boolean {
  const url = URL.parse(redirect_uri);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
  // A name before the host is there to be taken for the host.
  if (url.username !== '' || url.password !== '') return false;
  if (ways.loopback_redirects && LOOPBACK.includes(url.hostname)) return true;
  return url.hostname === callback_domain || url.hostname.endsWith(`.${callback_domain}`);
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
  ticked: readonly string[],
): Answer {
  const scopes = authorization.scopes.filter((scope) => scope === 'read' || ticked.includes(scope));
  const code = platform.grants.newCode(platform.world.athlete(athlete_id).id, new Set(scopes));
  return sendBack(authorization, `code=${code}&scope=${scopes.join(',')}`);
}

/** Back to the app: with a code, or with the refusal. */
function sendBack({ redirect_uri, state = '' }: Authorization, said = 'error=access_denied'): Answer {
  const location = new URL(redirect_uri);
  const before = location.search === '' ? '' : `${location.search.slice(1)}&`;
  location.search = `${before}state=${encodeURIComponent(state)}&${said}`;
  return { status: 302, headers: { location: location.href } };
}

function isScope(name: string): name is Scope {
  return SCOPES.some((scope) => scope === name);
}
