import { createHmac, randomBytes } from 'node:crypto';
import { hashToken } from '../../infra/crypto/tokens.ts';

/** 256 bits for each half. */
const HALF_BYTES = 32;
/** The characters that both halves have in base64url. */
export const REFRESH_TOKEN_CHARS = 86;
export const REFRESH_TOKEN_PATTERN = `^[A-Za-z0-9_-]{${REFRESH_TOKEN_CHARS}}$`;

/** The halves of a refresh token. All tokens of a session share the first, so that a replaced token still identifies its session without being stored. */
export type RefreshToken = { readonly family: Buffer; readonly secret: Buffer };

export function newRefreshToken(): RefreshToken {
  return { family: randomBytes(HALF_BYTES), secret: randomBytes(HALF_BYTES) };
}

export const writeRefreshToken = ({ family, secret }: RefreshToken): string =>
  Buffer.concat([family, secret]).toString('base64url');

export function readRefreshToken(text: string): RefreshToken | null {
  const bytes = Buffer.from(text, 'base64url');
  // One spelling of the bytes is ours.
  if (bytes.length !== 2 * HALF_BYTES || bytes.toString('base64url') !== text) return null;
  return { family: bytes.subarray(0, HALF_BYTES), secret: bytes.subarray(HALF_BYTES) };
}

export const hashHalf = (half: Buffer): Buffer => hashToken(half.toString('base64url'));

export const newSalt = (): Buffer => randomBytes(HALF_BYTES);

/**
 * The next token follows from this one and the database's salt; neither suffices alone. So the same answer can be given
 * twice, and readers of the database gain nothing.
 */
export function successorOf({ family, secret }: RefreshToken, salt: Buffer): RefreshToken {
  return { family, secret: createHmac('sha256', secret).update(salt).digest() };
}
