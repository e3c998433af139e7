import { type App, newSecret } from './accounts.ts';
import { consentPage, refusalPage } from './consent-page.ts';
import { isChallenge } from './oauth2-endpoints.ts';
import type { Platform } from './platform.ts';
import { isPermission, type Permission, USUAL_PERMISSIONS } from './summary-types.ts';
import { type Answer, type Call, firstValue, html, redirect, withQuery } from './wire.ts';

/** What an app asks somebody for, and where either answer leads. */
type Request = {
  readonly app: App;
  /** What the form hands on. */
  readonly carried: Readonly<Record<string, string>>;
  readonly accept: (user_id: string, permissions: readonly Permission[]) => string;
  readonly deny: () => string;
};

/** `/oauthConfirm`: the page, and what is clicked on it. */
export function confirmOauth1(platform: Platform, call: Call): Answer {
  return confirm(platform, call, readOauth1(platform, call));
}

/** `/oauth2Confirm`, likewise. */
export function confirmOauth2(platform: Platform, call: Call): Answer {
  return confirm(platform, call, readOauth2(platform, call));
}

function confirm(platform: Platform, call: Call, request: Request | string): Answer {
  if (typeof request === 'string') return html(400, refusalPage(request));
  const { app, carried } = request;
  const said = call.method === 'POST' ? readForm(call) : readAutoConsent(platform);
  if (said === null) return html(200, consentPage({ app, carried, people: [...platform.people.values()] }));
  if (said.decision === 'deny') return redirect(request.deny());
  if (!platform.people.has(said.user_id)) return html(400, refusalPage('Nobody has that account.'));
  return redirect(request.accept(said.user_id, said.permissions));
}

type Said =
  | { decision: 'accept'; user_id: string; permissions: readonly Permission[] }
  | { decision: 'deny' };

function readForm(call: Call): Said {
  if (firstValue(call.form, 'decision') !== 'accept') return { decision: 'deny' };
  const permissions = call.form.filter(([name]) => name === 'permission').map(([, value]) => value);
  return {
    decision: 'accept',
    user_id: firstValue(call.form, 'user_id') ?? '',
    permissions: permissions.filter(isPermission),
  };
}

function readAutoConsent({ consent }: Platform): Said | null {
  if (consent?.decision !== 'accept') return consent;
  return { permissions: USUAL_PERMISSIONS, ...consent };
}

function readOauth1(platform: Platform, call: Call): Request | string {
  const { accounts, clock } = platform;
  const parameters = call.method === 'POST' ? call.form : call.query;
  const request = accounts.request_tokens.get(firstValue(parameters, 'oauth_token') ?? '');
  const app = accounts.apps.find(({ client_id }) => client_id === request?.client_id);
  if (request === undefined || app === undefined) return 'This request for access is not known.';
  if (request.expires_ms <= clock.now().getTime()) return 'This request for access has expired.';
  if (request.decision !== null) return 'This request for access was answered before.';
  const asked = firstValue(parameters, 'oauth_callback');
  const callback = asked ?? request.callback ?? app.callback_url;
  if (!isAddress(callback)) return 'The app names no address to come back to.';
  return {
    app,
    carried: { oauth_token: request.token, ...(asked === undefined ? {} : { oauth_callback: asked }) },
    accept: (user_id, permissions) => {
      const verifier = newSecret();
      request.decision = { user_id, permissions, verifier };
      return withQuery(callback, { oauth_token: request.token, oauth_verifier: verifier });
    },
    deny: () => {
      request.decision = 'denied';
      return withQuery(callback, { oauth_token: request.token, oauth_verifier: 'NULL' });
    },
  };
}

function readOauth2({ accounts, settings, clock }: Platform, call: Call): Request | string {
  const parameters = call.method === 'POST' ? call.form : call.query;
  const app = accounts.apps.find(({ client_id }) => client_id === firstValue(parameters, 'client_id'));
  if (app === undefined || !settings.oauth2) return 'This app is not known.';
  if (firstValue(parameters, 'response_type') !== 'code')
    return 'The app asks for something else than a code.';
  const challenge = firstValue(parameters, 'code_challenge') ?? '';
  if (firstValue(parameters, 'code_challenge_method') !== 'S256' || !isChallenge(challenge)) {
    return 'The app sends no code challenge by S256.';
  }
  const redirect_uri = firstValue(parameters, 'redirect_uri') ?? app.callback_url;
  if (!isAddress(redirect_uri) || app.redirect_uris?.includes(redirect_uri) === false) {
    return 'The app may not come back to that address.';
  }
  const state = firstValue(parameters, 'state');
  const back = (values: Record<string, string>): string =>
    withQuery(redirect_uri, { ...values, ...(state === undefined ? {} : { state }) });
  return {
    app,
    carried: Object.fromEntries(parameters.filter(([name]) => CARRIED.includes(name))),
    accept: (user_id, permissions) => {
      const code = newSecret();
      const expires_ms = clock.now().getTime() + settings.code_life_s * 1_000;
      const { client_id } = app;
      accounts.codes.set(code, {
        code,
        client_id,
        user_id,
        permissions,
        challenge,
        redirect_uri,
        expires_ms,
      });
      return back({ code });
    },
    deny: () => back({ error: 'access_denied' }),
  };
}

const CARRIED: readonly string[] = [
  'response_type',
  'client_id',
  'code_challenge',
  'code_challenge_method',
  'redirect_uri',
  'state',
];

/** An address of an app: the web's, or a scheme of its own, but nothing that runs in the page. */
function isAddress(text: string): boolean {
  return (
    URL.canParse(text) && !['javascript:', 'data:', 'vbscript:', 'blob:'].includes(new URL(text).protocol)
  );
}
