import { newSecret } from '../kit/expiring.ts';
import { button, choice, fieldset, form, hidden, page, paragraph } from '../kit/page.ts';
import type { App } from './accounts.ts';
import { type Call, firstValue, html, redirect } from './answers.ts';
import { isChallenge } from './give-tokens.ts';
import { type AutoConsent, findApp, type Platform } from './platform.ts';
import { isPermission, PERMISSIONS, type Permission, USUAL_PERMISSIONS } from './summary-types.ts';

/** What an app asks somebody for, and with what it sends them back to where they come from. */
type Asked = {
  readonly app: App;
  readonly back_to: string;
  /** What the form hands on. */
  readonly carried: Readonly<Record<string, string>>;
  accept(user_id: string, permissions: readonly Permission[]): Record<string, string>;
  deny(): Record<string, string>;
};

/** The page of either kind of OAuth, and what is clicked on it. `read` says what is asked for, or why nothing can be. */
export function askConsent(read: (platform: Platform, call: Call) => Asked | string) {
  return (platform: Platform, call: Call) => {
    const { people, consent } = platform;
    const asked = read(platform, call);
    if (typeof asked === 'string') return refusalPage(asked);
    const said = call.method === 'POST' ? readForm(call) : consent;
    if (said === null) return html(200, consentPage(platform, asked));
    if (said.decision === 'deny') return redirect(asked.back_to, asked.deny());
    if (!people.has(said.user_id)) return refusalPage('Nobody has that account.');
    return redirect(asked.back_to, asked.accept(said.user_id, said.permissions ?? USUAL_PERMISSIONS));
  };
}

function readForm({ form: clicked }: Call): AutoConsent {
  if (firstValue(clicked, 'decision') !== 'accept') return { decision: 'deny' };
  const permissions = clicked.flatMap(([name, value]) => (name === 'permission' ? [value] : []));
  const user_id = firstValue(clicked, 'user_id') ?? '';
  return { decision: 'accept', user_id, permissions: permissions.filter(isPermission) };
}

export function readOauth1(platform: Platform, { method, form: clicked, query }: Call): Asked | string {
  const parameters = method === 'POST' ? clicked : query;
  const oauth_token = firstValue(parameters, 'oauth_token') ?? '';
  const request = platform.accounts.request_tokens.find(oauth_token);
  const app = findApp(platform, request?.client_id);
  if (request === undefined || app === undefined) return 'This request for access is not known, or over.';
  if (request.decision !== null) return 'This request for access was answered before.';
  const oauth_callback = firstValue(parameters, 'oauth_callback');
  const back_to = oauth_callback ?? request.callback ?? app.callback_url;
  if (!isAddress(back_to)) return 'The app names no address to come back to.';
  const { client_id } = app;
  return {
    app,
    back_to,
    carried: { oauth_token, ...(oauth_callback === undefined ? {} : { oauth_callback }) },
    accept: (user_id, permissions) => {
      const verifier = newSecret();
      request.decision = { client_id, user_id, permissions, verifier };
      return { oauth_token, oauth_verifier: verifier };
    },
    deny: () => {
      request.decision = 'denied';
      return { oauth_token, oauth_verifier: 'NULL' };
    },
  };
}

const CARRIED = /^(?:response_type|client_id|code_challenge|code_challenge_method|redirect_uri|state)$/;

export function readOauth2(platform: Platform, { method, form: clicked, query }: Call): Asked | string {
  const { accounts, settings } = platform;
  const parameters = method === 'POST' ? clicked : query;
  const given = (name: string): string | undefined => firstValue(parameters, name);
  const app = findApp(platform, given('client_id'));
  if (app === undefined || !settings.oauth2) return 'This app is not known.';
  if (given('response_type') !== 'code') return 'The app asks for something else than a code.';
  const challenge = given('code_challenge') ?? '';
  if (given('code_challenge_method') !== 'S256' || !isChallenge(challenge)) {
    return 'The app sends no code challenge by S256.';
  }
  const { client_id, redirect_uris, callback_url } = app;
  const redirect_uri = given('redirect_uri') ?? callback_url;
  if (!isAddress(redirect_uri) || redirect_uris?.includes(redirect_uri) === false) {
    return 'The app may not come back to that address.';
  }
  const state = given('state');
  const carried = state === undefined ? {} : { state };
  return {
    app,
    back_to: redirect_uri,
    carried: Object.fromEntries(parameters.filter(([name]) => CARRIED.test(name))),
    accept: (user_id, permissions) => {
      const code = newSecret();
      const agreed = { client_id, user_id, permissions, challenge, redirect_uri };
      accounts.codes.put(code, agreed, settings.code_life_s);
      return { code, ...carried };
    },
    deny: () => ({ error: 'access_denied', ...carried }),
  };
}

/** An address of an app: the web's, or a scheme of its own, but nothing that runs in the page. */
function isAddress(text: string): boolean {
  return URL.canParse(text) && !/^(?:javascript|data|vbscript|blob):$/.test(new URL(text).protocol);
}

const LABELS: Readonly<Record<Permission, string>> = {
  ACTIVITY_EXPORT: 'Activities',
  HEALTH_EXPORT: 'Daily health: steps, sleep, heart rate',
  HISTORICAL_DATA_EXPORT: 'What was recorded before today',
  WORKOUT_IMPORT: 'Put workouts into my calendar',
  COURSE_IMPORT: 'Put courses onto my watch',
  MCT_EXPORT: 'Cycle tracking',
};

/** Who is asked, for what, by whom. */
function consentPage({ people }: Platform, { app, carried }: Asked): string {
  const watches = [...people.values()].map(({ user_id, name }, index) =>
    choice('radio', 'user_id', { value: user_id, label: name, state: index === 0 ? ' checked' : '' }),
  );
  const permissions = PERMISSIONS.map((value) => {
    const state = USUAL_PERMISSIONS.includes(value) ? ' checked' : '';
    return choice('checkbox', 'permission', { value, label: LABELS[value], state });
  });
  const content = [
    ...Object.entries(carried).map(([name, value]) => hidden(name, value)),
    fieldset('Sign in as', watches),
    fieldset('It may have', permissions),
    button('decision', 'accept', 'Allow'),
    button('decision', 'deny', 'Refuse'),
  ];
  const why = paragraph(`The app ${app.client_id} asks for data of a watch.`);
  return page('Allow access?', [why, form(content)], 'Garmin Connect');
}

function refusalPage(why: string) {
  return html(400, page('This does not work', [paragraph(why)], 'Garmin Connect'));
}
