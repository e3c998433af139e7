import type { Accounts, App } from './accounts.ts';
import {
  baseString,
  baseUri,
  type Parameter,
  readAuthorization,
  sameSecret,
  signatureOf,
} from './oauth1-signature.ts';
import type { GarminSettings } from './settings.ts';
import { type Call, firstValue, Refused } from './wire.ts';

/** A header whose parts are there and well-formed; nothing of it is believed yet. */
type Claim = {
  readonly app: App;
  /** Null in the first leg. */
  readonly token: string | null;
  readonly parameters: readonly Parameter[];
};

/**
 * Reads who signs, for whom, and whether the request could be right at all.
 *
 * @throws Refused with 400 for a header of the wrong form (RFC 5849 section 3.2), 401 for an unknown key or a time that is off
 */
export function readClaim(accounts: Accounts, settings: GarminSettings, call: Call): Claim {
  if (!settings.oauth1) throw new Refused(401, 'OAuth 1.0a is retired');
  const parameters = parse(call.authorization);
  const names = parameters.map(([name]) => name);
  if (new Set(names).size < names.length) throw new Refused(400, 'repeated OAuth parameter');
  const given = (name: string): string => {
    const value = firstValue(parameters, name);
    if (value === undefined || value === '') throw new Refused(400, `missing OAuth parameter ${name}`);
    return value;
  };
  given('oauth_signature');
  given('oauth_nonce');
  if (given('oauth_signature_method') !== 'HMAC-SHA1')
    throw new Refused(400, 'signature method not supported');
  if (given('oauth_version') !== '1.0') throw new Refused(400, 'OAuth version not supported');
  const timestamp = given('oauth_timestamp');
  if (!/^[1-9]\d*$/.test(timestamp)) throw new Refused(400, 'malformed oauth_timestamp');
  const client_id = given('oauth_consumer_key');
  const app = accounts.apps.find((one) => one.client_id === client_id);
  if (app === undefined) throw new Refused(401, 'unknown consumer key');
  const now_s = accounts.clock.now().getTime() / 1_000;
  if (Math.abs(now_s - Number(timestamp)) > settings.timestamp_window_s) {
    throw new Refused(401, 'oauth_timestamp is too far off');
  }
  const token = firstValue(parameters, 'oauth_token');
  return { app, token: token === undefined || token === '' ? null : token, parameters };
}

function parse(authorization: string): readonly Parameter[] {
  if (authorization === '') throw new Refused(401, 'no Authorization header');
  try {
    const parameters = readAuthorization(authorization);
    if (parameters === null) throw new Refused(400, 'malformed Authorization header');
    return parameters;
  } catch (error) {
    if (error instanceof URIError) throw new Refused(400, 'malformed Authorization header');
    throw error;
  }
}

/**
 * Believes a claim or not.
 *
 * @param tokenSecret of the claim's token; empty in the first leg
 * @throws Refused with 401 when the signature is another, or the nonce was used before
 */
export function checkSignature(
  accounts: Accounts,
  settings: GarminSettings,
  call: Call,
  { app, token, parameters }: Claim,
  tokenSecret: string,
): void {
  const uri = baseUri('http', call.host, call.path);
  const base = baseString(call.method, uri, [...call.query, ...call.form, ...parameters]);
  const expected = signatureOf(base, app.client_secret, tokenSecret);
  if (!sameSecret(firstValue(parameters, 'oauth_signature') ?? '', expected)) {
    throw new Refused(401, 'signature does not match');
  }
  const timestamp = firstValue(parameters, 'oauth_timestamp') ?? '';
  const nonce = firstValue(parameters, 'oauth_nonce') ?? '';
  // JSON keeps the four apart whatever they hold.
  const used = JSON.stringify([app.client_id, token, timestamp, nonce]);
  forgetOldNonces(accounts);
  if (accounts.nonces.has(used)) throw new Refused(401, 'nonce was used before');
  accounts.nonces.set(used, Number(timestamp) + settings.timestamp_window_s);
}

/** A nonce needs to be known as long as its timestamp would pass. They come nearly in order, so the oldest stand first. */
function forgetOldNonces({ nonces, clock }: Accounts): void {
  const now_s = clock.now().getTime() / 1_000;
  for (const [nonce, until_s] of nonces) {
    if (until_s >= now_s) return;
    nonces.delete(nonce);
  }
}
