import { createHash, createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto';
import type { JWK, JWTPayload } from 'jose';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { isUuid, newId } from '../../shared/ids.ts';
import { type Clock, SECOND_MS } from '../../shared/time.ts';
import { readCompactJws, readJsonObject } from './compact-jws.ts';

const ALGORITHM = 'EdDSA';
export const MAX_TOKEN_CHARS = 4_096;
/** The largest difference of two nodes' clocks at which a fresh token is valid. */
const CLOCK_SKEW_S = 60;

/** An Ed25519 pair; `kid` is its RFC 7638 thumbprint. */
export type TokenKey = { kid: string; private_key: KeyObject; public_key: KeyObject };

type AccessTokenClaims = {
  readonly user_id: string;
  readonly roles: readonly string[];
  /** Whole seconds, as in every JWT. */
  readonly issued_at: Date;
  readonly expires_at: Date;
  readonly token_id: string;
  /** The token's session; absent in tokens from before sessions existed. */
  readonly session_id?: string;
};

export type TokenSigner = {
  /** Signs an access token with the active key; cuts `issued_at` to whole seconds. */
  sign(subject: {
    user_id: string;
    roles: readonly string[];
    issued_at: Date;
    session_id?: string | undefined;
  }): Promise<{ access_token: string; expires_at: Date }>;
  /**
   * The claims of a token that is valid now and signed by one of the keys for this issuer and audience; null for anything
   * else. Never throws. A token's signature is checked once a minute, its times at every call.
   */
  verify(token: string): Promise<AccessTokenClaims | null>;
  /** The public keys for `/.well-known/jwks.json`, the active one first. */
  publicJwks(): { keys: JWK[] };
};

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;

/**
 * The key pair of a 32-byte Ed25519 seed. With seeds derived from the secrets keys (`SecretBox.deriveKeys`), all nodes
 * share their keys without storing any, and they rotate together.
 */
export function tokenKeyFromSeed(seed: Buffer): TokenKey {
  if (seed.length !== SEED_BYTES) throw new Error(`An Ed25519 seed has ${SEED_BYTES} bytes.`);
  const private_key = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const public_key = createPublicKey(private_key);
  // RFC 7638 and RFC 8037: SHA-256 over the required members in alphabetical order.
  const canonical = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: publicCoordinate(public_key) });
  return { kid: createHash('sha256').update(canonical).digest('base64url'), private_key, public_key };
}

/**
 * Signs and verifies access tokens: JWT, EdDSA over Ed25519 and nothing else.
 *
 * @param options.keys the first signs; the others only verify what they signed earlier
 * @param options.ttl_s lifetime of a token in seconds
 * @param options.most_known of how many tokens it is remembered for a minute that their signature is right
 */
export function createTokenSigner(options: {
  keys: readonly [TokenKey, ...TokenKey[]];
  issuer: string;
  audience: string;
  ttl_s: number;
  clock: Clock;
  most_known?: number;
}): TokenSigner {
  const { keys, issuer, audience, ttl_s, clock, most_known = MOST_KNOWN } = options;
  const [active] = keys;
  const byKid = new Map(keys.map((key) => [key.kid, key]));
  const known = createKnownTokens(clock, most_known);

  return {
    async sign({ user_id, roles, issued_at, session_id }) {
      const iat = Math.floor(issued_at.getTime() / SECOND_MS);
      const access_token = await new SignJWT({
        roles: [...roles],
        ...(session_id === undefined ? {} : { sid: session_id }),
      })
        .setProtectedHeader(headerOf(active.kid))
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(user_id)
        .setJti(newId())
        .setIssuedAt(iat)
        .setExpirationTime(iat + ttl_s)
        .sign(active.private_key);
      return { access_token, expires_at: new Date((iat + ttl_s) * SECOND_MS) };
    },

    async verify(token) {
      const digest = hash('sha256', token, 'base64url');
      const before = known.find(digest);
      if (before !== undefined) return before;
      const outside = readOutside(token);
      if (outside === null) return null;
      const key = byKid.get(outside.kid);
      if (key === undefined) return null;
      try {
        const { payload } = await jwtVerify(token, key.public_key, {
          algorithms: [ALGORITHM],
          typ: 'JWT',
          issuer,
          audience,
          currentDate: clock.now(),
          requiredClaims: ['sub', 'iat', 'exp', 'jti'],
        });
        // jose also accepts a list of audiences that includes us, and the last of two equal claims.
        if (payload.aud !== audience || !isJsonOf(payload, outside.payload)) return null;
        const claims = readClaims(payload, clock);
        if (claims !== null) known.add(digest, claims);
        return claims;
      } catch {
        return null;
      }
    },

    publicJwks: () => ({
      keys: keys.map(({ kid, public_key }) => ({
        kty: 'OKP',
        crv: 'Ed25519',
        x: publicCoordinate(public_key),
        kid,
        alg: ALGORITHM,
        use: 'sig',
      })),
    }),
  };
}

/** Checking an Ed25519 signature takes 0.1 ms, a tenth of a request, and an app sends the same token each time. */
const KNOWN_MS = 60 * SECOND_MS;
const MOST_KNOWN = 10_000;

type KnownTokens = {
  find(digest: string): AccessTokenClaims | null | undefined;
  add(digest: string, claims: AccessTokenClaims): void;
};

/** Claims whose signature was checked within the last minute, by the token's SHA-256; no token is kept. */
function createKnownTokens(clock: Clock, most: number): KnownTokens {
  const known = new Map<string, { readonly claims: AccessTokenClaims; readonly until: number }>();
  return {
    find: (digest) => {
      const entry = known.get(digest);
      if (entry === undefined) return undefined;
      const now = clock.now();
      if (entry.until <= now.getTime()) {
        known.delete(digest);
        return undefined;
      }
      return isValidAt(entry.claims, now) ? entry.claims : null;
    },
    add: (digest, claims) => {
      known.set(digest, { claims, until: clock.now().getTime() + KNOWN_MS });
      if (known.size <= most) return;
      for (const oldest of known.keys()) {
        known.delete(oldest);
        return;
      }
    },
  };
}

/** The same rules as jose and `readClaims`: whole seconds and a small clock skew. */
function isValidAt({ issued_at, expires_at }: AccessTokenClaims, now: Date): boolean {
  const now_s = Math.floor(now.getTime() / SECOND_MS);
  return expires_at.getTime() / SECOND_MS > now_s && !isFromFuture(issued_at.getTime() / SECOND_MS, now);
}

function isFromFuture(iat: number, now: Date): boolean {
  return iat > now.getTime() / SECOND_MS + CLOCK_SKEW_S;
}

function publicCoordinate(key: KeyObject): string {
  const { x } = key.export({ format: 'jwk' });
  if (typeof x !== 'string') throw new Error('Not an Ed25519 key.');
  return x;
}

function headerOf(kid: string): { alg: string; typ: string; kid: string } {
  return { alg: ALGORITHM, typ: 'JWT', kid };
}

/** Key id and payload of a token in exactly our form; null for everything else. */
function readOutside(token: string): { kid: string; payload: Buffer } | null {
  const jws = readCompactJws(token, MAX_TOKEN_CHARS);
  if (jws === null) return null;
  const kid = readJsonObject(jws.header)?.kid;
  return typeof kid === 'string' && isJsonOf(headerOf(kid), jws.header)
    ? { kid, payload: jws.payload }
    : null;
}

/** Whether the bytes are exactly our JSON of the value: no duplicate member, no white space, no overflowing number. */
function isJsonOf(value: object, bytes: Buffer): boolean {
  return bytes.equals(Buffer.from(JSON.stringify(value)));
}

function readClaims(payload: JWTPayload, clock: Clock): AccessTokenClaims | null {
  const { sub, iat, exp, jti, roles, sid } = payload;
  // jose has checked the signature, times and audience; other claims may have any type.
  if (typeof sub !== 'string' || !isUuid(sub) || typeof jti !== 'string' || !isStringArray(roles))
    return null;
  if (sid !== undefined && !(typeof sid === 'string' && isUuid(sid))) return null;
  if (!isWholeNumber(iat) || !isWholeNumber(exp)) return null;
  if (isFromFuture(iat, clock.now())) return null;
  return {
    user_id: sub,
    roles,
    issued_at: new Date(iat * SECOND_MS),
    expires_at: new Date(exp * SECOND_MS),
    token_id: jti,
    ...(sid === undefined ? {} : { session_id: sid }),
  };
}

function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
