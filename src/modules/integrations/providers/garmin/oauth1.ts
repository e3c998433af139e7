import type { HttpResponse } from '../../../../infra/http-client/index.ts';
import { PlatformError } from '../../platform-error.ts';
import type { Departure, Return } from '../../provider.ts';
import type { ConsentWay } from './consent-way.ts';
import { isToken } from './credentials.ts';
import { type KeyAndSecret, type Pair, signedHeader } from './oauth1-signature.ts';
import { clockFault, type Garmin, send, stampNow } from './send.ts';

const DENIED = 'NULL';

/** Consent by OAuth 1.0a: three legs (RFC 5849 section 2), and tokens that last until somebody ends them. */
export function byOauth1(garmin: Garmin): ConsentWay {
  return {
    depart: ({ callback_url }) => depart(garmin, callback_url),
    readReturn,
    exchange: async ({ key, secret, proof }) => {
      if (secret === null) throw new PlatformError('refused', 'The secret of the request token is missing.');
      const { key: token, secret: token_secret } = await accessToken(garmin, { key, secret }, proof);
      return { oauth: '1.0a', token, token_secret };
    },
  };
}

async function depart(garmin: Garmin, callback_url: string): Promise<Departure> {
  const { key, secret } = await requestToken(garmin);
  const url = new URL(`${garmin.settings.web_url}/oauthConfirm`);
  url.searchParams.set('oauth_token', key);
  url.searchParams.set('oauth_callback', callback_url);
  return { authorize_url: url.href, key, secret };
}

function readReturn({ oauth_token, oauth_verifier }: Readonly<Record<string, string | undefined>>): Return {
  const key = isToken(oauth_token) ? oauth_token : null;
  if (oauth_verifier === DENIED) return { key, user_id: undefined, outcome: { kind: 'denied' } };
  if (key === null || !isToken(oauth_verifier)) {
    return { key, user_id: undefined, outcome: { kind: 'malformed' } };
  }
  return { key, user_id: undefined, outcome: { kind: 'consented', proof: oauth_verifier, scopes: null } };
}

/**
 * The first leg. It is signed with the operator's keys alone, so it also shows whether these and the clock are right.
 *
 * @throws PlatformError `unavailable` when they are not: the operator can fix that
 */
export async function requestToken(garmin: Garmin, signal?: AbortSignal): Promise<KeyAndSecret> {
  const response = await leg(garmin, 'request_token', { token: null, signal });
  if (response.status === 200) return readTokens(response);
  throw (
    clockFault(garmin, response) ??
    new PlatformError(
      'unavailable',
      `Garmin answers ${response.status} to a request signed with GARMIN_CONSUMER_KEY and GARMIN_CONSUMER_SECRET: check both.`,
    )
  );
}

async function accessToken(garmin: Garmin, token: KeyAndSecret, verifier: string): Promise<KeyAndSecret> {
  const response = await leg(garmin, 'access_token', { token, more: [['oauth_verifier', verifier]] });
  if (response.status === 200) return readTokens(response);
  throw new PlatformError('refused', `Garmin gives no access token: it answers ${response.status}.`);
}

async function leg(
  garmin: Garmin,
  name: string,
  given: { token: KeyAndSecret | null; more?: readonly Pair[]; signal?: AbortSignal | undefined },
): Promise<HttpResponse> {
  const url = new URL(`${garmin.settings.oauth_url}/${name}`);
  const { token, more = [], signal } = given;
  const authorization = signedHeader(
    { method: 'POST', url },
    consumerOf(garmin),
    token,
    stampNow(garmin),
    more,
  );
  return await send(garmin, { method: 'POST', url, headers: { authorization }, ...(signal && { signal }) });
}

export function consumerOf({ settings }: Garmin): KeyAndSecret {
  return { key: settings.consumer_key, secret: settings.consumer_secret };
}

function readTokens({ body }: HttpResponse): KeyAndSecret {
  const form = new URLSearchParams(body.toString('utf8'));
  const [key, secret] = [form.get('oauth_token'), form.get('oauth_token_secret')];
  if (isToken(key) && isToken(secret)) return { key, secret };
  throw new PlatformError('unavailable', 'Garmin answers something else than a token and its secret.');
}
