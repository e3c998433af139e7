import { MINUTE_MS } from '../../../../shared/time.ts';
import { PlatformError } from '../../platform-error.ts';
import type { Credentials, Grant, Provider, Return, Session } from '../../provider.ts';
import { isObject, type Members } from '../members.ts';
import { readState } from '../read-state.ts';
import { readObject, type Strava } from './ask-strava.ts';
import { readCredentials, readTokens } from './credentials.ts';
import { judgeAnswer } from './judge-answer.ts';
import { readId } from './read-json.ts';
import { isOfUse, readScopes, WANTED_SCOPES } from './scopes.ts';

/** A call that begins now, and waits a little for its turn, still has a valid token. */
const RENEW_BEFORE_MS = 5 * MINUTE_MS;
/** Strava asks for another attempt when it cannot revoke right now. */
const REVOKE_TRIES = 3;
const REVOKE_PAUSE_MS = 250;

type Consent = Pick<
  Provider,
  'depart' | 'readReturn' | 'exchange' | 'renewAt' | 'renew' | 'revoke' | 'stillConsents'
>;

export function stravaConsent(strava: Strava): Consent {
  return {
    depart: async ({ callback_url, state, csrf }) => {
      const { web_url, client_id } = strava.settings;
      const address = new URL(`${web_url.replace(/\/+$/, '')}/oauth/authorize`);
      address.search = new URLSearchParams({
        client_id,
        redirect_uri: callback_url,
        response_type: 'code',
        // Otherwise an athlete who has consented before is sent on without being asked, wherever the link came from.
        approval_prompt: 'force',
        scope: WANTED_SCOPES.join(','),
        state,
      }).toString();
      return { authorize_url: address.href, key: csrf, secret: null };
    },
    readReturn,
    exchange: async ({ proof, scopes }) => await exchange(strava, proof, scopes),
    renewAt: (credentials) => {
      const { expires_at } = readCredentials(credentials);
      return new Date(Date.parse(expires_at) - RENEW_BEFORE_MS);
    },
    renew: async ({ credentials }) => await renew(strava, credentials),
    revoke: async (session) => await revoke(strava, session),
    stillConsents: async (session) => await stillConsents(strava, session),
  };
}

function readReturn(query: Readonly<Record<string, string | undefined>>): Return {
  const state = readState(query.state);
  const person = { key: state?.csrf ?? null, user_id: state?.user_id };
  if (query.error === 'access_denied') return { ...person, outcome: { kind: 'denied' } };
  const { code = '' } = query;
  if (query.error !== undefined || !/^[\x21-\x7e]{1,1000}$/.test(code))
    return { ...person, outcome: { kind: 'malformed' } };
  return { ...person, outcome: { kind: 'consented', proof: code, scopes: readScopes(query.scope) } };
}

/** Athletes can untick permissions. The scopes that came back with them say what is left. */
async function exchange(strava: Strava, code: string, returned: readonly string[] | null): Promise<Grant> {
  // With too few scopes the code is not exchanged, and expires by itself.
  if (returned !== null) requireUse(returned);
  const answer = await askForTokens(strava, 'exchanging a code', { code, grant_type: 'authorization_code' });
  const scopes = readScopes(answer.scope) ?? returned;
  if (scopes === null)
    throw new PlatformError('insufficient_scope', 'Strava does not say what the athlete has allowed.');
  requireUse(scopes);
  const provider_user_id = isObject(answer.athlete) ? readId(answer.athlete.id) : null;
  if (provider_user_id === null)
    throw new PlatformError('unavailable', 'Strava gives tokens without saying whose they are.');
  return { provider_user_id, credentials: readTokens(answer, strava.clock.now()), scopes };
}

function requireUse(scopes: readonly string[]): void {
  if (isOfUse(scopes)) return;
  throw new PlatformError('insufficient_scope', 'The athlete does not let us read activities.');
}

async function renew(strava: Strava, kept: Credentials): Promise<Credentials> {
  const former = readCredentials(kept);
  const { refresh_token } = former;
  const form = { refresh_token, grant_type: 'refresh_token' };
  const answer = await askForTokens(strava, 'renewing a token', form);
  return readTokens(answer, strava.clock.now(), former);
}

async function askForTokens(strava: Strava, call: string, form: Record<string, string>): Promise<Members> {
  const { client_id, client_secret } = strava.settings;
  const body = await strava.ask({
    method: 'POST',
    below: 'web_url',
    path: '/oauth/token',
    form: { client_id, client_secret, ...form },
    call,
  });
  return readObject(body, call);
}

async function revoke(strava: Strava, session: Session): Promise<void> {
  const { client_id, client_secret } = strava.settings;
  const { access_token, refresh_token } = readCredentials(session.credentials);
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
  const common = { method: 'POST', below: 'web_url', signal: session.signal } as const;
  const newer = {
    ...common,
    path: '/oauth/revoke',
    headers: { authorization: `Basic ${basic}` },
    form: { token: refresh_token, token_type_hint: 'refresh_token' },
    call: 'revoking a consent',
  };
  let response = await strava.exchange(newer);
  for (let tries = 1; response.status === 503 && tries < REVOKE_TRIES; tries++) {
    await strava.wait(REVOKE_PAUSE_MS * tries);
    response = await strava.exchange(newer);
  }
  const { call } = newer;
  if (response.status === 404) {
    const headers = { authorization: `Bearer ${access_token}` };
    response = await strava.exchange({ ...common, path: '/oauth/deauthorize', headers, form: {}, call });
  }
  const error = judgeAnswer(response, call, strava.clock.now());
  // A token that is not accepted any more has no consent behind it.
  if (error !== null && error.fault !== 'unauthorized') throw error;
}

async function stillConsents(strava: Strava, session: Session): Promise<boolean> {
  try {
    const call = 'asking who the athlete is';
    readObject(await strava.read(session, { path: '/athlete', call }), call);
    return true;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.fault === 'unauthorized') return false;
    // Some consent is left, otherwise the fault would be another one.
    if (error.fault === 'insufficient_scope') return true;
    throw error;
  }
}
