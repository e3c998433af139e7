import { connect, newSecret, newToken } from './accounts.ts';
import { checkSignature, readClaim } from './oauth1-check.ts';
import { sameSecret } from './oauth1-signature.ts';
import type { Platform } from './platform.ts';
import { type Answer, type Call, firstValue, formText, Refused } from './wire.ts';

/** The first leg: a token to send somebody to the consent page with. */
export function giveRequestToken({ accounts, settings, clock }: Platform, call: Call): Answer {
  const claim = readClaim(accounts, settings, call);
  checkSignature(accounts, settings, call, claim, '');
  const callback = firstValue(claim.parameters, 'oauth_callback');
  const [token, secret] = [newToken(), newSecret()];
  accounts.request_tokens.set(token, {
    token,
    secret,
    client_id: claim.app.client_id,
    // "oob" is the RFC's word for: none.
    callback: callback === undefined || callback === 'oob' ? null : callback,
    expires_ms: clock.now().getTime() + settings.request_token_life_s * 1_000,
    decision: null,
  });
  return formText({
    oauth_token: token,
    oauth_token_secret: secret,
    ...(settings.callback_confirmed ? { oauth_callback_confirmed: 'true' } : {}),
  });
}

/** The third leg: the user's token. The request token is used up by it, and the user's earlier token dies. */
export function giveAccessToken({ accounts, settings, clock }: Platform, call: Call): Answer {
  const claim = readClaim(accounts, settings, call);
  const request = accounts.request_tokens.get(claim.token ?? '');
  if (request === undefined || request.client_id !== claim.app.client_id) {
    throw new Refused(401, 'unknown request token');
  }
  checkSignature(accounts, settings, call, claim, request.secret);
  if (request.expires_ms <= clock.now().getTime()) throw new Refused(401, 'request token has expired');
  const { decision } = request;
  if (decision === null || decision === 'denied') throw new Refused(401, 'request token is not authorized');
  if (!sameSecret(firstValue(claim.parameters, 'oauth_verifier') ?? '', decision.verifier)) {
    throw new Refused(401, 'wrong oauth_verifier');
  }
  accounts.request_tokens.delete(request.token);
  const connection = connect(accounts, {
    client_id: request.client_id,
    user_id: decision.user_id,
    permissions: decision.permissions,
    permissions_unready: settings.permissions_fail_after_consent,
  });
  connection.oauth1 = { token: newToken(), secret: newSecret() };
  return formText({ oauth_token: connection.oauth1.token, oauth_token_secret: connection.oauth1.secret });
}
