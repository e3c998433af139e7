import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { hashToken } from './tokens.ts';

const PREFIX = 'ekiden_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 37 × log2(62) = 220 bits. */
const RANDOM_CHARS = 37;
/** 62^6 > 2^32: six characters hold any CRC-32. */
const CHECKSUM_CHARS = 6;
const SHOWN_CHARS = 12;
const SECRET = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_CHARS + CHECKSUM_CHARS}}$`);

export type ParsedApiKeySecret = {
  /** SHA-256 of the whole secret. */
  secret_sha256: Buffer;
  /** Its first 12 characters, for people to recognise a key by. */
  prefix: string;
};

/**
 * Makes the secret of an API key: `ekiden_` and 43 characters of base62, 37 of them random; the last 6 are the
 * CRC-32 of those 37, so that a scanner of leaked secrets can tell a real one from noise.
 *
 * @param random source of random bytes; injected by tests only
 */
export function generateApiKeySecret(random: (size: number) => Uint8Array = randomBytes): string {
  const body = randomBase62(RANDOM_CHARS, random);
  return `${PREFIX}${body}${checksum(body)}`;
}

/** Parses a secret without any look-up; null for a text that cannot be one. */
export function parseApiKeySecret(text: string): ParsedApiKeySecret | null {
  if (!SECRET.test(text)) return null;
  const body = text.slice(PREFIX.length, PREFIX.length + RANDOM_CHARS);
  if (text.slice(PREFIX.length + RANDOM_CHARS) !== checksum(body)) return null;
  return { secret_sha256: hashToken(text), prefix: text.slice(0, SHOWN_CHARS) };
}

function randomBase62(length: number, random: (size: number) => Uint8Array): string {
  // 248 is the greatest multiple of 62 in a byte: bytes above it would favour the first characters.
  const limit = 256 - (256 % ALPHABET.length);
  let text = '';
  while (text.length < length) {
    for (const byte of random(length)) {
      if (byte < limit && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < CHECKSUM_CHARS; i += 1) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
