import { createHash } from 'node:crypto';
import type { Answer } from '../kit/answers.ts';
import { newSecret } from '../kit/expiring.ts';
import { type App, type Connection, newToken } from './accounts.ts';
import { type Call, firstValue, formText, json, refused, requiredValue } from './answers.ts';
import { checkSignature, ofClaim, readClaim } from './authenticate.ts';
import { sameSecret } from './oauth1-signature.ts';
import { findApp, type Platform } from './platform.ts';

/** The first leg of OAuth 1.0a: a token to send somebody to the consent page with. */
export function giveRequestToken(platform: Platform, call: Call): Answer {
  const { accounts, settings } = platform;
  const claim = readClaim(platform, call);
  checkSignature(platform, call, claim, '');
  const { token, secret } = newToken();
  const asked = firstValue(claim.parameters, 'oauth_callback') ?? null;
  // "oob" is the RFC's word for: none.
  const callback = asked === 'oob' ? null : asked;
  const request = { secret, client_id: claim.app.client_id, callback, decision: null };
  accounts.request_tokens.put(token, request, settings.request_token_life_s);
  const confirmed = settings.callback_confirmed ? { oauth_callback_confirmed: 'true' } : {};
  return formText({ oauth_token: token, oauth_token_secret: secret, ...confirmed });
}

/** The third leg: the user's token. The request token is used up by it, and the user's earlier token dies. */
export function giveAccessToken(platform: Platform, call: Call): Answer {
  const { accounts, settings } = platform;
  const claim = readClaim(platform, call);
  const request = accounts.request_tokens.find(claim.token ?? '');
  if (request?.client_id !== claim.app.client_id) throw refused(401, 'unknown request token');
  checkSignature(platform, call, claim, request.secret);
  const { decision } = request;
  if (decision === null || decision === 'denied') throw refused(401, 'request token is not authorized');
  if (!sameSecret(firstValue(claim.parameters, 'oauth_verifier') ?? '', decision.verifier)) {
    throw refused(401, 'wrong oauth_verifier');
  }
  accounts.request_tokens.take(claim.token ?? '');
  const { token, secret } = newToken();
  accounts.connect(decision, settings.permissions_fail_after_consent).oauth1 = { token, secret };
  return formText({ oauth_token: token, oauth_token_secret: secret });
}

/** The grants of OAuth 2.0. Their errors have the RFC's form (6749 section 5.2); which one Garmin's have was not seen. */
export function giveTokens(platform: Platform, call: Call): Answer {
  if (!platform.settings.oauth2) return refuse(400, 'unauthorized_client');
  const given = (name: string): string => firstValue(call.form, name) ?? '';
  const app = findApp(platform, given('client_id'));
  if (app === undefined || !sameSecret(given('client_secret'), app.client_secret)) {
    return refuse(401, 'invalid_client');
  }
  const grant = GRANTS.get(given('grant_type'));
  if (grant === undefined) return refuse(400, 'unsupported_grant_type');
  const connection = grant(platform, app, given);
  return connection === undefined ? refuse(400, 'invalid_grant') : json(200, newTokens(platform, connection));
}

type Given = (name: string) => string;

const GRANTS = new Map([
  ['authorization_code', exchangeCode],
  ['refresh_token', refresh],
]);

function exchangeCode({ accounts, settings }: Platform, app: App, given: Given): Connection | undefined {
  // Whoever tries a code uses it up, also in vain.
  const code = accounts.codes.take(given('code'));
  if (code === undefined || code.client_id !== app.client_id) return undefined;
  const verifier = given('code_verifier');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  // RFC 7636 section 4.1: 43 to 128 unreserved characters.
  if (!/^[\w\-.~]{43,128}$/.test(verifier) || !sameSecret(challenge, code.challenge)) return undefined;
  if ((given('redirect_uri') || code.redirect_uri) !== code.redirect_uri) return undefined;
  return accounts.connect(code, settings.permissions_fail_after_consent);
}

function refresh({ accounts }: Platform, { client_id }: App, given: Given): Connection | undefined {
  const connection = accounts.refresh_tokens.find(given('refresh_token'));
  return connection?.client_id === client_id ? connection : undefined;
}

/** The refresh token before is worth nothing from now on; access tokens live until they expire. */
function newTokens({ settings, accounts }: Platform, connection: Connection): Record<string, unknown> {
  const { access_tokens, refresh_tokens } = accounts;
  const { access_token_life_s: expires_in, refresh_token_life_s: refresh_token_expires_in } = settings;
  const [access_token, refresh_token] = [newSecret(), newSecret()];
  access_tokens.put(access_token, connection, expires_in);
  refresh_tokens.remove((one) => one === connection);
  refresh_tokens.put(refresh_token, connection, refresh_token_expires_in);
  return { access_token, expires_in, token_type: 'bearer', refresh_token, refresh_token_expires_in };
}

/** Tokens of OAuth 2.0 for one of OAuth 1.0a, which signs the request and stands in its form once more. */
export function exchangeToken(platform: Platform, call: Call): Answer {
  const { settings } = platform;
  const claim = readClaim(platform, call);
  const { connection, oauth1 } = ofClaim(platform, claim);
  checkSignature(platform, call, claim, oauth1.secret);
  if (!settings.oauth2) throw refused(400, 'OAuth 2.0 is not enabled');
  const given: Given = (name) => requiredValue(call.form, name);
  if (given('oauth_token') !== oauth1.token) throw refused(400, 'oauth_token is another one');
  if (!sameSecret(given('oauth_token_secret'), oauth1.secret)) throw refused(401, 'wrong oauth_token_secret');
  if (!isChallenge(given('code_challenge'))) throw refused(400, 'malformed code_challenge');
  if (settings.exchange_ends_oauth1) connection.oauth1 = null;
  return json(200, newTokens(platform, connection));
}

export function isChallenge(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

function refuse(status: number, error: string): Answer {
  return json(status, { error });
}
