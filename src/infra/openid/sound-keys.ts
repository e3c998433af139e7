import type { JWK } from 'jose';

/** What ID tokens may be signed with, of what a provider says it uses: asymmetric all of it, and no SHA-1. */
export const ID_TOKEN_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;

/** NIST SP 800-131A: below, a key counts as breakable. Above, one verification would take noticeable time. */
const MIN_RSA_BITS = 2_048;
const MAX_RSA_BITS = 8_192;
/** 65537 has 17, 3 has 2; with 1 anybody could sign. OpenSSL takes no more than 64 with a long modulus. */
const MIN_EXPONENT_BITS = 2;
const MAX_EXPONENT_BITS = 64;

/** Whether a published key is strong enough. jose checks some of this in some versions; here it is decided once. */
export function isSoundKey(key: unknown): key is JWK {
  if (typeof key !== 'object' || key === null) return false;
  const { kty, crv, n, e }: JWK = key;
  switch (kty) {
    case 'RSA':
      return (
        isWithin(bitsOf(n), MIN_RSA_BITS, MAX_RSA_BITS) &&
        isWithin(bitsOf(e), MIN_EXPONENT_BITS, MAX_EXPONENT_BITS)
      );
    case 'EC':
      return crv === 'P-256';
    case 'OKP':
      return crv === 'Ed25519';
    default:
      return false;
  }
}

/** The length of a number in big-endian base64url, leading zeros not counted. */
function bitsOf(number: unknown): number {
  if (typeof number !== 'string') return 0;
  const bytes = Buffer.from(number, 'base64url');
  const first = bytes.findIndex((byte) => byte !== 0);
  const lead = bytes[first];
  return lead === undefined ? 0 : (bytes.length - first) * 8 - Math.clz32(lead) + 24;
}

function isWithin(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}
