import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A new random token of 256 bits as 43 characters of base64url: for links in mails and other bearer secrets. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is stored of a token: its SHA-256. A token has 256 random bits, so no salt or slow hash is needed. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Compares two secrets in a time that tells neither their content nor their length. */
export function equalSecrets(left: string, right: string): boolean {
  return timingSafeEqual(hashToken(left), hashToken(right));
}
