import { type App, type Connection, findConnection } from './accounts.ts';
import { checkSignature, readClaim } from './oauth1-check.ts';
import type { Platform } from './platform.ts';
import { type Call, Refused } from './wire.ts';

export type Caller = { readonly app: App; readonly connection: Connection };

/**
 * Who calls, for whom: signed by OAuth 1.0a or with a bearer token of OAuth 2.0.
 *
 * @throws Refused with 401 or, where the user's token is not known, the status that settings name
 */
export function authenticate(platform: Platform, call: Call): Caller {
  const [, bearer] = /^Bearer\s+(\S+)$/i.exec(call.authorization) ?? [];
  return bearer === undefined ? bySignature(platform, call) : byBearer(platform, bearer);
}

function bySignature({ accounts, settings }: Platform, call: Call): Caller {
  const claim = readClaim(accounts, settings, call);
  if (claim.token === null) throw new Refused(401, 'missing oauth_token');
  const connection = findConnection(
    accounts,
    ({ client_id, oauth1 }) => client_id === claim.app.client_id && oauth1?.token === claim.token,
  );
  if (connection?.oauth1 == null) throw new Refused(settings.unknown_token_status, 'Unknown UserAccessToken');
  checkSignature(accounts, settings, call, claim, connection.oauth1.secret);
  return { app: claim.app, connection };
}

function byBearer({ accounts, settings, clock }: Platform, token: string): Caller {
  const connection = findConnection(accounts, ({ access_tokens }) => access_tokens.has(token));
  const app = accounts.apps.find(({ client_id }) => client_id === connection?.client_id);
  const expires_ms = connection?.access_tokens.get(token)?.expires_ms ?? 0;
  if (!settings.oauth2 || connection === undefined || app === undefined) {
    throw new Refused(401, 'unknown access token');
  }
  if (expires_ms <= clock.now().getTime()) throw new Refused(401, 'access token has expired');
  return { app, connection };
}
