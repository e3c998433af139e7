import type { SecretBox } from './secret-box.ts';
import { hashToken } from './tokens.ts';

type TokenKind = 'verification' | 'password reset' | 'email change' | 'invitation';

/** A token in the queue of its mail, unreadable for readers of the queue. */
export type SealedToken = {
  /** SHA-256 of the token, in hexadecimal: which one it is. */
  readonly token_hash: string;
  /** The token in a sealed box, in base64; it opens only for this hash. */
  readonly sealed_token: string;
};

export function sealToken(secretBox: SecretBox, kind: TokenKind, token: string): SealedToken {
  const token_hash = hashToken(token).toString('hex');
  return {
    token_hash,
    sealed_token: secretBox.seal(purposeOf(kind, token_hash), Buffer.from(token)).toString('base64'),
  };
}

export function openToken(secretBox: SecretBox, kind: TokenKind, sealed: SealedToken): string {
  const box = Buffer.from(sealed.sealed_token, 'base64');
  return secretBox.open(purposeOf(kind, sealed.token_hash), box).toString();
}

export function readSealedToken(value: unknown): SealedToken | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('token_hash' in value && 'sealed_token' in value)) return null;
  const { token_hash, sealed_token } = value;
  if (typeof token_hash !== 'string' || typeof sealed_token !== 'string') return null;
  return /^[0-9a-f]{64}$/.test(token_hash) ? { token_hash, sealed_token } : null;
}

const purposeOf = (kind: TokenKind, tokenHash: string): string => `${kind} token ${tokenHash}`;
