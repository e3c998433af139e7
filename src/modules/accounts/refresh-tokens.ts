import { createHmac, randomBytes } from 'node:crypto';
import { hashToken } from '../../infra/crypto/tokens.ts';

/** Of each half: 256 bits. */
const HALF_BYTES = 32;
/** The characters that both halves have in base64url. */
export const REFRESH_TOKEN_CHARS = 86;
export const REFRESH_TOKEN_PATTERN = `^[A-Za-z0-9_-]{${REFRESH_TOKEN_CHARS}}$`;

/**
 * A refresh token in its halves. All tokens of a session share the first, so that one that was replaced long ago still tells
 * which session it was of, without anything being kept of it.
 */
export type RefreshToken = { readonly family: Buffer; readonly secret: Buffer };

export function newRefreshToken(): RefreshToken {
  return { family: randomBytes(HALF_BYTES), secret: randomBytes(HALF_BYTES) };
}

export const writeRefreshToken = ({ family, secret }: RefreshToken): string =>
  Buffer.concat([family, secret]).toString('base64url');

/** @returns null for what cannot be one */
export function readRefreshToken(text: string): RefreshToken | null {
  const bytes = Buffer.from(text, 'base64url');
  // Of several spellings of the same bytes one is ours.
  if (bytes.length !== 2 * HALF_BYTES || bytes.toString('base64url') !== text) return null;
  return { family: bytes.subarray(0, HALF_BYTES), secret: bytes.subarray(HALF_BYTES) };
}

/** What is kept of a half. */
export const hashHalf = (half: Buffer): Buffer => hashToken(half.toString('base64url'));

export const newSalt = (): Buffer => randomBytes(HALF_BYTES);

/**
 * The token that comes after one. It follows from that one and the salt in the database, neither of which is enough alone:
 * so the same answer can be given twice, and what is stored is worth nothing to who reads it.
 */
export function successorOf({ family, secret }: RefreshToken, salt: Buffer): RefreshToken {
  return { family, secret: createHmac('sha256', secret).update(salt).digest() };
}
