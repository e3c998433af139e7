import { randomBytes } from 'node:crypto';
import type { ChatService } from '../../../infra/chat/index.ts';
import { hashToken } from '../../../infra/crypto/tokens.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { ChatSettings } from './chat.ts';

/** How long a code serves. */
export const CODE_LIFE_MS = 10 * MINUTE_MS;
/** 60 random bits: nobody guesses one of those that are good at the moment, and it can be typed. */
export const CODE_CHARS = 12;
/** Without those that are taken for others. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE = new RegExp(`^[${ALPHABET}]{${CODE_CHARS}}$`);

export function newLinkCode(): string {
  return Array.from(randomBytes(CODE_CHARS), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

export const hashCode = (code: string): Buffer => hashToken(code);

/**
 * The code that somebody has sent, however they have typed it; null when what they said is none. Telegram's apps put `/start`
 * before it.
 */
export function readCode(text: string): string | null {
  const typed = text
    .slice(0, 200)
    .normalize('NFKC')
    .replace(/^\s*\/start\b/i, '')
    .replace(/[\s-]+/g, '')
    .toUpperCase();
  return CODE.test(typed) ? typed : null;
}

/** Opens a chat with our account there, the code in it; null where the operator has none. */
export function linkAddress(
  service: ChatService,
  code: string,
  { line, telegram }: ChatSettings,
): string | null {
  if (service === 'line')
    return line === undefined
      ? null
      : `https://line.me/R/oaMessage/${encodeURIComponent(line.bot_id)}/?${code}`;
  return telegram === undefined ? null : `https://t.me/${telegram.bot_name}?start=${code}`;
}
