import type { App, Connection } from './accounts.ts';
import { type Call, firstValue, refused } from './answers.ts';
import {
  baseString,
  baseUri,
  type Parameter,
  readAuthorization,
  sameSecret,
  signatureOf,
} from './oauth1-signature.ts';
import { findApp, type Platform } from './platform.ts';

export type Caller = { readonly app: App; readonly connection: Connection };

/**
 * Who calls, for whom: signed by OAuth 1.0a or with a bearer token of OAuth 2.0.
 *
 * @throws Refused with 401 or, where the user's token is not known, the status that settings name
 */
export function authenticate(platform: Platform, call: Call): Caller {
  const [, bearer] = /^Bearer\s+(\S+)$/i.exec(call.authorization) ?? [];
  if (bearer === undefined) {
    const claim = readClaim(platform, call);
    if (claim.token === null) throw refused(401, 'missing oauth_token');
    const { connection, oauth1 } = ofClaim(platform, claim);
    checkSignature(platform, call, claim, oauth1.secret);
    return { app: claim.app, connection };
  }
  const connection = platform.accounts.access_tokens.find(bearer);
  const app = findApp(platform, connection?.client_id);
  if (!platform.settings.oauth2 || connection === undefined || app === undefined) {
    throw refused(401, 'unknown access token');
  }
  return { app, connection };
}

export function ofClaim({ accounts, settings }: Platform, { app, token }: Claim) {
  const connection = accounts.ofToken(app.client_id, token);
  if (connection?.oauth1 == null) throw refused(settings.unknown_token_status, 'Unknown UserAccessToken');
  return { connection, oauth1: connection.oauth1 };
}

/** A header whose parts are there and well-formed; nothing of it is believed yet. */
type Claim = ReturnType<typeof readClaim>;

/**
 * Reads who signs, for whom, and whether the request could be right at all.
 *
 * @throws Refused with 400 for a header of the wrong form (RFC 5849 section 3.2), 401 for an unknown key or a time that is off
 */
export function readClaim(platform: Platform, { authorization }: Call) {
  const { settings, now } = platform;
  if (!settings.oauth1) throw refused(401, 'OAuth 1.0a is retired');
  const parameters = parse(authorization);
  const names = parameters.map(([name]) => name);
  if (new Set(names).size < names.length) throw refused(400, 'repeated OAuth parameter');
  const given = (name: string): string => {
    const value = firstValue(parameters, name) ?? '';
    if (value === '') throw refused(400, `missing OAuth parameter ${name}`);
    return value;
  };
  const [signature, nonce] = [given('oauth_signature'), given('oauth_nonce')];
  if (given('oauth_signature_method') !== 'HMAC-SHA1') throw refused(400, 'signature method not supported');
  if (given('oauth_version') !== '1.0') throw refused(400, 'OAuth version not supported');
  const timestamp = given('oauth_timestamp');
  if (!/^[1-9]\d*$/.test(timestamp)) throw refused(400, 'malformed oauth_timestamp');
  const app = findApp(platform, given('oauth_consumer_key'));
  if (app === undefined) throw refused(401, 'unknown consumer key');
  const ahead_s = Number(timestamp) - now().getTime() / 1_000;
  if (Math.abs(ahead_s) > settings.timestamp_window_s) throw refused(401, 'oauth_timestamp is too far off');
  // The first leg has none.
  const token = firstValue(parameters, 'oauth_token') || null;
  return { app, token, parameters, signature, nonce, timestamp, ahead_s };
}

function parse(authorization: string): readonly Parameter[] {
  if (authorization === '') throw refused(401, 'no Authorization header');
  try {
    const parameters = readAuthorization(authorization);
    if (parameters !== null) return parameters;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
  }
  throw refused(400, 'malformed Authorization header');
}

/**
 * Believes a claim or not.
 *
 * @param tokenSecret of the claim's token; empty in the first leg
 * @throws Refused with 401 when the signature is another, or the nonce was used before
 */
export function checkSignature(
  { accounts: { nonces }, settings }: Platform,
  { method, host, path, query, form }: Call,
  { app, token, parameters, signature, nonce, timestamp, ahead_s }: Claim,
  tokenSecret: string,
): void {
  const base = baseString(method, baseUri('http', host, path), [...query, ...form, ...parameters]);
  if (!sameSecret(signature, signatureOf(base, app.client_secret, tokenSecret))) {
    throw refused(401, 'signature does not match');
  }
  // JSON keeps the four apart whatever they hold.
  const used = JSON.stringify([app.client_id, token, timestamp, nonce]);
  if (nonces.find(used)) throw refused(401, 'nonce was used before');
  nonces.put(used, true, settings.timestamp_window_s + ahead_s + 1);
}
