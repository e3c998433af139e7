import { randomBytes } from 'node:crypto';
import type { ChatService } from '../../../infra/chat/index.ts';
import { hashToken } from '../../../infra/crypto/tokens.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { ChatSettings } from './chat.ts';

export const CODE_LIFE_MS = 10 * MINUTE_MS;
/** 60 random bits: none of the codes that are valid at the same time can be guessed, and a person can type one. */
export const CODE_CHARS = 12;
/** Letters that look like others are left out. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE = new RegExp(`^[${ALPHABET}]{${CODE_CHARS}}$`);

export function newLinkCode(): string {
  return Array.from(randomBytes(CODE_CHARS), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

export const hashCode = (code: string): Buffer => hashToken(code);

/** The code in a text, however it was typed; null when the text is no code. Telegram's apps put `/start` before it. */
export function readCode(text: string): string | null {
  const typed = text
    .slice(0, 200)
    .normalize('NFKC')
    .replace(/^\s*\/start\b/i, '')
    .replace(/[\s-]+/g, '')
    .toUpperCase();
  return CODE.test(typed) ? typed : null;
}

/** The address that opens a chat with our account with the code filled in; null where the operator has no account there. */
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
