import { createHash, randomBytes } from 'node:crypto';
import type { HttpResponse } from '../../../../infra/http-client/index.ts';
import { SECOND_MS } from '../../../../shared/time.ts';
import { PlatformError } from '../../platform-error.ts';
import type { Return } from '../../provider.ts';
import { readState } from '../read-state.ts';
import type { ConsentWay } from './consent-way.ts';
import { type GarminCredentials, isToken } from './credentials.ts';
import { consumerOf } from './oauth1.ts';
import { type Pair, signedHeader } from './oauth1-signature.ts';
import { type Garmin, readJson, send, stampNow } from './send.ts';

type Tokens = Extract<GarminCredentials, { oauth: '2.0' }>;

/** Consent by OAuth 2.0 with PKCE (RFC 7636): nobody can use the code without the verifier. */
export function byOauth2(garmin: Garmin): ConsentWay {
  return {
    depart: async ({ callback_url, state, csrf }) => {
      const { verifier, challenge } = newChallenge();
      const url = new URL(`${garmin.settings.web_url}/oauth2Confirm`);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: garmin.settings.consumer_key,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        redirect_uri: callback_url,
        state,
      }).toString();
      return { authorize_url: url.href, key: csrf, secret: verifier };
    },
    readReturn,
    exchange: async ({ callback_url, secret, proof }) => {
      if (secret === null) throw new PlatformError('refused', 'The verifier of the code is missing.');
      return await askForTokens(garmin, 'refused', {
        grant_type: 'authorization_code',
        code: proof,
        code_verifier: secret,
        redirect_uri: callback_url,
      });
    },
  };
}

function readReturn({ code, state, error }: Readonly<Record<string, string | undefined>>): Return {
  const said = readState(state);
  const who = { key: said?.csrf ?? null, user_id: said?.user_id };
  if (error === 'access_denied') return { ...who, outcome: { kind: 'denied' } };
  if (said === null || !isToken(code)) return { ...who, outcome: { kind: 'malformed' } };
  return { ...who, outcome: { kind: 'consented', proof: code, scopes: null } };
}

/** New tokens for the refresh token, which is invalid afterwards. @throws PlatformError `unauthorized` when it is not accepted */
export async function refreshTokens(garmin: Garmin, { refresh_token }: Tokens): Promise<Tokens> {
  return await askForTokens(garmin, 'unauthorized', { grant_type: 'refresh_token', refresh_token });
}

/**
 * Exchanges a token of OAuth 1.0a, which stays valid for a while, for tokens of OAuth 2.0, so that athletes need not connect again.
 *
 * @returns null where Garmin does not offer that (any more, or yet)
 */
export async function changeOver(
  garmin: Garmin,
  { token, token_secret }: Extract<GarminCredentials, { oauth: '1.0a' }>,
): Promise<Tokens | null> {
  const url = new URL('/partner-gateway/rest/user/token-exchange', garmin.settings.api_url);
  const form: readonly Pair[] = [
    ['oauth_token', token],
    ['oauth_token_secret', token_secret],
    ['code_challenge', newChallenge().challenge],
  ];
  const signer = { key: token, secret: token_secret };
  const request = { method: 'POST', url, form } as const;
  const authorization = signedHeader(request, consumerOf(garmin), signer, stampNow(garmin));
  const response = await post(garmin, url, new URLSearchParams([...form].map((pair) => [...pair])), {
    authorization,
  });
  if (response.status === 200) return readTokens(garmin, response);
  return null;
}

/** @param refusal the fault when the code, or the refresh token, is not accepted */
async function askForTokens(
  garmin: Garmin,
  refusal: 'refused' | 'unauthorized',
  given: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const { consumer_key, consumer_secret, token_url } = garmin.settings;
  const form = new URLSearchParams({ client_id: consumer_key, client_secret: consumer_secret, ...given });
  const response = await post(garmin, new URL(token_url), form);
  if (response.status === 200) return readTokens(garmin, response);
  const answer = `Garmin answers ${response.status} when asked for tokens`;
  if (errorOf(response) === 'invalid_grant') throw new PlatformError(refusal, `${answer}: invalid_grant.`);
  // Any other error is not the athlete's, who could not fix it by connecting again.
  throw new PlatformError(
    'unavailable',
    `${answer}: check GARMIN_CONSUMER_KEY, GARMIN_CONSUMER_SECRET and whether they are of OAuth 2.0.`,
  );
}

async function post(
  garmin: Garmin,
  url: URL,
  form: URLSearchParams,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpResponse> {
  const form_type = { 'content-type': 'application/x-www-form-urlencoded' };
  return await send(garmin, {
    method: 'POST',
    url,
    headers: { ...form_type, ...headers },
    body: form.toString(),
  });
}

function readTokens({ clock }: Garmin, response: HttpResponse): Tokens {
  const answer = readJson(response);
  const members: Readonly<Record<string, unknown>> =
    typeof answer === 'object' && answer !== null ? { ...answer } : {};
  const { access_token, refresh_token, expires_in } = members;
  const isLife = typeof expires_in === 'number' && expires_in > 0 && expires_in < 1e9;
  if (!isToken(access_token) || !isToken(refresh_token) || !isLife) {
    throw new PlatformError('unavailable', 'Garmin answers something else than tokens.');
  }
  const expires_at = new Date(clock.now().getTime() + expires_in * SECOND_MS).toISOString();
  return { oauth: '2.0', access_token, refresh_token, expires_at };
}

/** The error code of RFC 6749 section 5.2. */
function errorOf(response: HttpResponse): unknown {
  const answer = readJson(response);
  return typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined;
}

function newChallenge(): { verifier: string; challenge: string } {
  const verifier = randomBytes(48).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
