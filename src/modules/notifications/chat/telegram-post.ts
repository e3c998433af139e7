import { readJsonObject } from '../../../infra/crypto/compact-jws.ts';
import { equalSecrets } from '../../../infra/crypto/tokens.ts';
import { MAX_DATE_MS } from '../../../shared/date-range.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import type { ChatEvent } from './chat.ts';
import { type JsonObject, objectOf } from './json-object.ts';

/** Telegram sends the secret with which the webhook was set. */
export function bringsSecret(
  header: string | readonly string[] | undefined,
  webhook_secret: string,
): boolean {
  return typeof header === 'string' && header.length <= 256 && equalSecrets(header, webhook_secret);
}

/** A text that somebody sent to our bot alone, or that they have blocked it; null where the body is no update of Telegram's. */
export function readTelegramUpdate(body: Uint8Array): readonly ChatEvent[] | null {
  const update = readJsonObject(body);
  if (update === null || !Number.isSafeInteger(update.update_id)) return null;
  return [...readMessage(objectOf(update.message)), ...readBlocking(objectOf(update.my_chat_member))];
}

function readMessage({ chat, date, text }: JsonObject): ChatEvent[] {
  const event = readPlace(chat, date);
  return event === null || typeof text !== 'string' ? [] : [{ ...event, kind: 'said', text }];
}

function readBlocking({ chat, date, new_chat_member }: JsonObject): ChatEvent[] {
  const event = readPlace(chat, date);
  return event !== null && objectOf(new_chat_member).status === 'kicked'
    ? [{ ...event, kind: 'blocked' }]
    : [];
}

/** Only chats with one person are read: in a group everybody would read what is meant for one. */
function readPlace(chat: unknown, date: unknown): Omit<ChatEvent, 'kind'> | null {
  const { id, type } = objectOf(chat);
  if (type !== 'private' || typeof id !== 'number' || !Number.isSafeInteger(id)) return null;
  if (typeof date !== 'number' || !Number.isInteger(date) || date < 0) return null;
  // Telegram gives whole seconds, so the event happened before the next one begins.
  const at = new Date(Math.min((date + 1) * SECOND_MS - 1, MAX_DATE_MS));
  return { chat_id: String(id), at, reply_token: null };
}
