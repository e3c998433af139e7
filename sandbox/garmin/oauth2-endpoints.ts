import { createHash } from 'node:crypto';
import { type App, type Connection, connect, findConnection, newSecret } from './accounts.ts';
import { checkSignature, readClaim } from './oauth1-check.ts';
import { sameSecret } from './oauth1-signature.ts';
import type { Platform } from './platform.ts';
import { type Answer, type Call, firstValue, json, Refused, requiredValue } from './wire.ts';

/** The grants of OAuth 2.0. Their errors have the RFC's form (6749 section 5.2); which one Garmin's have was not seen. */
export function giveTokens(platform: Platform, call: Call): Answer {
  const { accounts, settings } = platform;
  if (!settings.oauth2) return refuse(400, 'unauthorized_client');
  const app = accounts.apps.find(({ client_id }) => client_id === firstValue(call.form, 'client_id'));
  if (app === undefined || !sameSecret(firstValue(call.form, 'client_secret') ?? '', app.client_secret)) {
    return refuse(401, 'invalid_client');
  }
  switch (firstValue(call.form, 'grant_type')) {
    case 'authorization_code':
      return exchangeCode(platform, call, app);
    case 'refresh_token':
      return refresh(platform, call, app);
    default:
      return refuse(400, 'unsupported_grant_type');
  }
}

function exchangeCode(platform: Platform, call: Call, app: App): Answer {
  const { accounts, settings, clock } = platform;
  const given = firstValue(call.form, 'code') ?? '';
  const code = accounts.codes.get(given);
  // Whoever tries a code uses it up, also in vain.
  accounts.codes.delete(given);
  if (code === undefined || code.client_id !== app.client_id) return refuse(400, 'invalid_grant');
  if (code.expires_ms <= clock.now().getTime()) return refuse(400, 'invalid_grant');
  const redirect_uri = firstValue(call.form, 'redirect_uri') ?? code.redirect_uri;
  const verifier = firstValue(call.form, 'code_verifier') ?? '';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  // RFC 7636 section 4.1: 43 to 128 unreserved characters.
  if (!/^[\w\-.~]{43,128}$/.test(verifier) || !sameSecret(challenge, code.challenge)) {
    return refuse(400, 'invalid_grant');
  }
  if (redirect_uri !== code.redirect_uri) return refuse(400, 'invalid_grant');
  const { client_id, user_id, permissions } = code;
  const permissions_unready = settings.permissions_fail_after_consent;
  return json(
    200,
    newTokens(platform, connect(accounts, { client_id, user_id, permissions, permissions_unready })),
  );
}

function refresh(platform: Platform, call: Call, app: App): Answer {
  const token = firstValue(call.form, 'refresh_token') ?? '';
  const connection = findConnection(
    platform.accounts,
    (one) => one.client_id === app.client_id && one.refresh?.token === token,
  );
  if (connection?.refresh == null || connection.refresh.expires_ms <= platform.clock.now().getTime()) {
    return refuse(400, 'invalid_grant');
  }
  return json(200, newTokens(platform, connection));
}

/** The refresh token before is worth nothing from now on; access tokens live until they expire. */
function newTokens({ settings, clock }: Platform, connection: Connection): Record<string, unknown> {
  const now_ms = clock.now().getTime();
  const [access_token, refresh_token] = [newSecret(), newSecret()];
  connection.access_tokens.set(access_token, { expires_ms: now_ms + settings.access_token_life_s * 1_000 });
  connection.refresh = { token: refresh_token, expires_ms: now_ms + settings.refresh_token_life_s * 1_000 };
  return {
    access_token,
    expires_in: settings.access_token_life_s,
    token_type: 'bearer',
    refresh_token,
    refresh_token_expires_in: settings.refresh_token_life_s,
  };
}

/** Tokens of OAuth 2.0 for one of OAuth 1.0a, which signs the request and stands in its form once more. */
export function exchangeToken(platform: Platform, call: Call): Answer {
  const { accounts, settings } = platform;
  const claim = readClaim(accounts, settings, call);
  const connection = findConnection(
    accounts,
    ({ client_id, oauth1 }) => client_id === claim.app.client_id && oauth1?.token === claim.token,
  );
  if (connection?.oauth1 == null) throw new Refused(settings.unknown_token_status, 'Unknown UserAccessToken');
  const { token, secret } = connection.oauth1;
  checkSignature(accounts, settings, call, claim, secret);
  if (!settings.oauth2) throw new Refused(400, 'OAuth 2.0 is not enabled');
  if (requiredValue(call.form, 'oauth_token') !== token) throw new Refused(400, 'oauth_token is another one');
  if (!sameSecret(requiredValue(call.form, 'oauth_token_secret'), secret)) {
    throw new Refused(401, 'wrong oauth_token_secret');
  }
  if (!isChallenge(requiredValue(call.form, 'code_challenge'))) {
    throw new Refused(400, 'malformed code_challenge');
  }
  if (settings.exchange_ends_oauth1) connection.oauth1 = null;
  return json(200, newTokens(platform, connection));
}

/** A SHA-256 hash in base64url. */
export function isChallenge(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

function refuse(status: number, error: string): Answer {
  return json(status, { error });
}
