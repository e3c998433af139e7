import type { CryptoKey, JWTPayload } from 'jose';
import * as errors from 'jose/errors';
import { jwtVerify } from 'jose/jwt/verify';
import { type Clock, SECOND_MS } from '../../shared/time.ts';
import { readCompactJws, readJsonObject } from '../crypto/compact-jws.ts';
import type { HttpClient } from '../http-client/index.ts';
import { type KeptProvider, keepProvider } from './keep-provider.ts';
import { readProvider } from './read-provider.ts';
import { ID_TOKEN_ALGORITHMS } from './sound-keys.ts';

export const MAX_ID_TOKEN_CHARS = 16_384;
/** How far the provider's clock and ours may lie apart. */
const CLOCK_SKEW_S = 60;
const TIMEOUT_MS = 5_000;
/** OpenID Connect Core, section 2: at most 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/** The person at a provider. */
export type IdTokenClaims = {
  readonly issuer: string;
  /** The person's id there: never changes and is never given to somebody else. */
  readonly subject: string;
  /** As it stands in the token; null when there is none. */
  readonly email: string | null;
  /** Whether the provider has seen that the address is theirs. */
  readonly email_verified: boolean;
  readonly issued_at: Date;
};

export type IdTokenFault =
  | 'malformed'
  | 'unknown_issuer'
  | 'bad_algorithm'
  | 'unknown_key'
  | 'bad_signature'
  | 'other_audience'
  | 'expired'
  | 'too_early'
  | 'other_kind'
  | 'missing_claim'
  | 'other_nonce';

type IdTokenCheck =
  | { readonly valid: true; readonly claims: IdTokenClaims }
  | { readonly valid: false; readonly fault: IdTokenFault };

export type IdTokenVerifier = {
  /**
   * Checks an ID token as OpenID Connect Core, section 3.1.3.7, says.
   * @param nonce the one that the client sent; undefined is not checked
   * @throws ProviderError when the provider's keys are needed and unavailable
   */
  verify(token: string, nonce: string | undefined): Promise<IdTokenCheck>;
};

type Issuer = KeptProvider & { readonly issuer: string; readonly audiences: readonly string[] };

/**
 * Verifies the ID tokens of some providers, whose keys it fetches when they are first needed.
 *
 * @param options.issuers one entry for each audience of an issuer
 * @param options.timeout_ms how long a provider may take to publish its keys
 */
export function createIdTokenVerifier(options: {
  issuers: readonly { readonly issuer: string; readonly audience: string }[];
  clock: Clock;
  http: HttpClient;
  timeout_ms?: number;
}): IdTokenVerifier {
  const { clock, http, timeout_ms = TIMEOUT_MS } = options;
  const byName = new Map<unknown, Issuer>();
  for (const [issuer, entries] of Map.groupBy(options.issuers, (entry) => entry.issuer)) {
    const read = () => readProvider(http, issuer, AbortSignal.timeout(timeout_ms));
    const audiences = entries.map(({ audience }) => audience);
    byName.set(issuer, { issuer, audiences, ...keepProvider({ read, clock }) });
  }
  return {
    verify: async (token, nonce) => {
      const jws = readCompactJws(token, MAX_ID_TOKEN_CHARS);
      const header = jws && readJsonObject(jws.header);
      const payload = jws && readJsonObject(jws.payload);
      if (header === null || payload === null) return refused('malformed');
      const { alg, kid, typ } = header;
      // Only providers that the operator configured are ever contacted.
      const issuer = byName.get(payload.iss);
      if (issuer === undefined) return refused('unknown_issuer');
      if (!isIdTokenType(typ)) return refused('other_kind');
      if (!ID_TOKEN_ALGORITHMS.some((known) => known === alg) || typeof alg !== 'string')
        return refused('bad_algorithm');
      if (kid !== undefined && typeof kid !== 'string') return refused('malformed');
      if (!(await issuer.algorithms()).includes(alg)) return refused('bad_algorithm');
      const key = await issuer.keyFor({ alg, ...(kid === undefined ? {} : { kid }) });
      if (key === null) return refused('unknown_key');
      const signed = await readSigned(token, key, { ...issuer, algorithms: [alg], now: clock.now() });
      return typeof signed === 'string' ? refused(signed) : checkClaims(signed, issuer, nonce, clock.now());
    },
  };
}

const refused = (fault: IdTokenFault): IdTokenCheck => ({ valid: false, fault });

/** Access tokens (`at+jwt`) and logout tokens have a type of their own; ID tokens need none. */
function isIdTokenType(typ: unknown): boolean {
  return typ === undefined || (typeof typ === 'string' && /^(?:application\/)?jwt$/i.test(typ));
}

async function readSigned(
  token: string,
  key: CryptoKey,
  expected: { issuer: string; audiences: readonly string[]; algorithms: string[]; now: Date },
): Promise<JWTPayload | IdTokenFault> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: expected.algorithms,
      issuer: expected.issuer,
      audience: [...expected.audiences],
      currentDate: expected.now,
      clockTolerance: CLOCK_SKEW_S,
      requiredClaims: ['sub', 'iat', 'exp'],
    });
    return payload;
  } catch (error) {
    return faultOf(error);
  }
}

function faultOf(error: unknown): IdTokenFault {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'bad_signature';
  if (!(error instanceof errors.JWTClaimValidationFailed)) return 'malformed';
  if (error.claim === 'aud') return 'other_audience';
  return error.claim === 'nbf' ? 'too_early' : 'missing_claim';
}

function checkClaims(
  claims: JWTPayload,
  { issuer, audiences }: Issuer,
  nonce: string | undefined,
  now: Date,
): IdTokenCheck {
  const { sub, iat, aud, azp, email } = claims;
  if (typeof sub !== 'string' || !SUBJECT.test(sub) || typeof iat !== 'number')
    return refused('missing_claim');
  if (iat < 0) return refused('missing_claim');
  if (iat > now.getTime() / SECOND_MS + CLOCK_SKEW_S) return refused('too_early');
  // A token for several parties has to say that it was given to ours.
  if (Array.isArray(aud) && aud.length > 1 && !audiences.some((ours) => ours === azp))
    return refused('other_audience');
  // Back-Channel Logout 1.0, section 2.4: such a token has all that an ID token needs, and this.
  if (claims.events !== undefined) return refused('other_kind');
  if (nonce !== undefined && claims.nonce !== nonce) return refused('other_nonce');
  return {
    valid: true,
    claims: {
      issuer,
      subject: sub,
      email: typeof email === 'string' ? email : null,
      // Apple writes it as a text.
      email_verified: claims.email_verified === true || claims.email_verified === 'true',
      issued_at: new Date(iat * SECOND_MS),
    },
  };
}
