import { createHmac } from 'node:crypto';
import { readJsonObject } from '../../../infra/crypto/compact-jws.ts';
import { equalSecrets } from '../../../infra/crypto/tokens.ts';
import { MAX_DATE_MS } from '../../../shared/date-range.ts';
import type { ChatEvent } from './chat.ts';
import { type JsonObject, objectOf } from './json-object.ts';

/** The signature is the HMAC-SHA256 of the raw body, in base64. */
export function isSignedByLine(
  header: string | readonly string[] | undefined,
  body: Uint8Array,
  channel_secret: string,
): boolean {
  if (typeof header !== 'string' || header.length > 200) return false;
  return equalSecrets(header, createHmac('sha256', channel_secret).update(body).digest('base64'));
}

/** The texts that people sent to our account alone, and who has blocked it; null where the body is no post of LINE's. */
export function readLinePost(body: Uint8Array): readonly ChatEvent[] | null {
  const events = readJsonObject(body)?.events;
  if (!Array.isArray(events)) return null;
  return events.flatMap((event: unknown) => readEvent(objectOf(event)));
}

function readEvent({
  type,
  source,
  timestamp,
  replyToken,
  message,
  deliveryContext,
}: JsonObject): ChatEvent[] {
  const { type: from, userId } = objectOf(source);
  // In a group everybody would read what is meant for one person.
  if (from !== 'user' || !isId(userId) || !isTime(timestamp)) return [];
  // The reply token of a redelivered event may be used up or expired.
  const is_first = objectOf(deliveryContext).isRedelivery !== true;
  const reply_token = is_first && isId(replyToken) ? replyToken : null;
  const event = { chat_id: userId, at: new Date(timestamp), reply_token };
  if (type === 'unfollow') return [{ ...event, kind: 'blocked' }];
  const { type: kind, text } = objectOf(message);
  if (type !== 'message' || kind !== 'text' || typeof text !== 'string') return [];
  return [{ ...event, kind: 'said', text }];
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value);

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_DATE_MS;
