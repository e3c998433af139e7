import {
  type IdTokenClaims,
  type IdTokenFault,
  type IdTokenVerifier,
  ProviderError,
} from '../../infra/openid/index.ts';
import { idTokensNotTaken, invalidIdToken, providerFailed } from './errors.ts';

/** What to change, by fault. Token senders can read their token, so nothing is hidden. */
const WHAT_TO_CHANGE: Readonly<Record<IdTokenFault, string>> = {
  malformed: 'The ID token cannot be read. Send it as the provider gave it out.',
  unknown_issuer:
    'ID tokens of this issuer are not taken here. Sign in with a provider that this server knows.',
  other_kind: 'This is another kind of token. Send the ID token of the provider, not its access token.',
  bad_algorithm:
    'ID tokens signed this way are not taken. Let the provider sign with RS256, PS256, ES256 or EdDSA.',
  unknown_key: 'The provider publishes no sound key that has signed this ID token. Get a new one from it.',
  bad_signature: 'The signature of the ID token is not the provider’s. Get a new one from it.',
  other_audience:
    'The ID token was made out to another app. Ask the provider with a client id that this server knows.',
  expired: 'The ID token has expired. Get a new one from the provider.',
  too_early: 'The ID token is dated in the future. Set the clocks, and get a new one from the provider.',
  missing_claim: 'The ID token lacks sub, iat or exp, or one of them is not as OpenID Connect has it.',
  other_nonce:
    'nonce is not that of the ID token. Send the one that the provider was asked with, and its own token.',
};

/**
 * Who somebody is, by their ID token.
 *
 * @throws AppError unauthenticated, saying what is wrong with the token; upstream_error; not_configured
 */
export async function proveIdentity(
  deps: { idTokens: IdTokenVerifier | undefined },
  input: { id_token: string; nonce: string | undefined },
): Promise<IdTokenClaims> {
  if (deps.idTokens === undefined) throw idTokensNotTaken();
  const check = await deps.idTokens.verify(input.id_token, input.nonce).catch((cause: unknown) => {
    throw cause instanceof ProviderError ? providerFailed({ cause }) : cause;
  });
  if (!check.valid) throw invalidIdToken({ message: WHAT_TO_CHANGE[check.fault] });
  return check.claims;
}
